//! Linear algebra of a few dozen unknowns: square matrices as flat slices, row by row, worked on in place.

/// Adds `factor` times one row to another.
fn add(row: &mut [f64], factor: f64, other: &[f64]) {
    for (element, other) in row.iter_mut().zip(other) {
        *element += factor * other;
    }
}

/// Solves `matrix · x = right` by elimination with partial pivoting. The solution replaces `right`; the matrix is used up.
///
/// `None` if the matrix is singular.
pub fn solve(matrix: &mut [f64], right: &mut [f64]) -> Option<()> {
    let n = right.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| matrix[i * n + k].abs().total_cmp(&matrix[j * n + k].abs()))?;
        let largest = matrix[pivot * n + k];
        if largest == 0.0 || largest.is_nan() {
            return None;
        }
        if pivot != k {
            let (above, below) = matrix.split_at_mut(pivot * n);
            above[k * n..k * n + n].swap_with_slice(&mut below[..n]);
            right.swap(k, pivot);
        }
        let (done, rest) = matrix.split_at_mut((k + 1) * n);
        let row = &done[k * n..];
        for (i, other) in rest.chunks_exact_mut(n).enumerate() {
            let factor = other[k] / row[k];
            add(&mut other[k + 1..], -factor, &row[k + 1..]);
            right[k + 1 + i] -= factor * right[k];
        }
    }
    for k in (0..n).rev() {
        let row = &matrix[k * n..(k + 1) * n];
        let known: f64 = row[k + 1..].iter().zip(&right[k + 1..]).map(|(a, x)| a * x).sum();
        right[k] = (right[k] - known) / row[k];
    }
    Some(())
}

/// Scales row `pivot` so that its element there is one, replaces that element as Gauss and Jordan do for an inverse, and gives the row.
fn scaled<const N: usize>(mut row: [f64; N], pivot: usize) -> [f64; N] {
    let inverse = 1.0 / row[pivot];
    row[pivot] = 1.0;
    row.iter_mut().for_each(|element| *element *= inverse);
    row
}

/// Eliminates column `pivot` from a row.
fn cleared<const N: usize>(mut row: [f64; N], pivot: usize, by: &[f64; N]) -> [f64; N] {
    let factor = row[pivot];
    row[pivot] = 0.0;
    add(&mut row, -factor, by);
    row
}

/// Replaces a matrix of N rows, N even, by its inverse, by Gauss-Jordan elimination without
/// pivoting: for matrices whose diagonal dominates.
///
/// Two pivots at a time, so that every row is read and written half as often; the size is known to the compiler, so that a
/// row is a few vector registers.
pub fn invert_dominant<const N: usize>(matrix: &mut [[f64; N]]) {
    const { assert!(N.is_multiple_of(2)) };
    for k in (0..N).step_by(2) {
        let first = scaled(matrix[k], k);
        let second = scaled(cleared(matrix[k + 1], k, &first), k + 1);
        let first = cleared(first, k + 1, &second);
        for (i, row) in matrix.iter_mut().enumerate() {
            if i != k && i != k + 1 {
                let (one, two) = (row[k], row[k + 1]);
                (row[k], row[k + 1]) = (0.0, 0.0);
                for ((element, a), b) in row.iter_mut().zip(&first).zip(&second) {
                    *element -= one * a + two * b;
                }
            }
        }
        (matrix[k], matrix[k + 1]) = (first, second);
    }
}

/// The stationary vector of a Markov chain by the algorithm of Grassmann, Taksar and Heyman, which subtracts nothing and so keeps every
/// digit whatever the scales of the rates. Reads only the elements off the diagonal of `generator`, and uses them up.
///
/// The chain must have one recurrent class that contains state 0. The result, in `shares`, sums to one.
pub fn stationary(generator: &mut [f64], shares: &mut [f64]) {
    let n = shares.len();
    for k in (1..n).rev() {
        let (above, below) = generator.split_at_mut(k * n);
        let row = &below[..k];
        let out: f64 = row.iter().sum();
        for other in above.chunks_exact_mut(n) {
            other[k] /= out;
            let factor = other[k];
            add(&mut other[..k], factor, row);
        }
    }
    shares[0] = 1.0;
    let mut total = 1.0;
    for k in 1..n {
        shares[k] = (0..k).map(|i| shares[i] * generator[i * n + k]).sum();
        total += shares[k];
    }
    shares.iter_mut().for_each(|share| *share /= total);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix without structure, the same every time.
    fn sample(n: usize) -> Vec<f64> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1 << 24)
        };
        (0..n * n).map(|_| next()).collect()
    }

    #[test]
    fn a_solution_satisfies_its_equations_also_with_a_zero_on_the_diagonal() {
        let n = 7;
        let mut matrix = sample(n);
        matrix[0] = 0.0;
        let right: Vec<f64> = (0..n).map(|i| i as f64 - 2.0).collect();
        let mut x = right.clone();
        solve(&mut matrix.clone(), &mut x).expect("regular");
        for (row, right) in matrix.chunks(n).zip(right) {
            let left: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((left - right).abs() < 1e-12);
        }
        assert_eq!(solve(&mut [1.0, 2.0, 2.0, 4.0], &mut [1.0, 1.0]), None);
    }

    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        const N: usize = 6;
        let mut matrix = sample(N);
        (0..N).for_each(|i| matrix[i * N + i] += 7.0);
        let mut inverse = matrix.clone();
        invert_dominant::<N>(inverse.as_chunks_mut().0);
        for i in 0..N {
            for j in 0..N {
                let element: f64 = (0..N).map(|k| matrix[i * N + k] * inverse[k * N + j]).sum();
                assert!((element - f64::from(u8::from(i == j))).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn a_stationary_vector_balances_flows_of_very_different_size() {
        let n = 5;
        let mut generator = sample(n);
        for (i, row) in generator.chunks_mut(n).enumerate() {
            let scale = [1.0, 1e-4, 1e-8, 1e-12, 1.0][i];
            row.iter_mut().for_each(|rate| *rate *= scale);
        }
        let mut shares = vec![0.0; n];
        stationary(&mut generator.clone(), &mut shares);
        for j in 0..n {
            let into: f64 = (0..n).filter(|&i| i != j).map(|i| shares[i] * generator[i * n + j]).sum();
            let out: f64 = (0..n).filter(|&i| i != j).map(|i| shares[j] * generator[j * n + i]).sum();
            assert!((into / out - 1.0).abs() < 1e-14, "{j}");
        }
    }
}
