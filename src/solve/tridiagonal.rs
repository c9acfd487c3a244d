//! Tridiagonal matrices of a few unknowns, worked on in place.

/// Solves a tridiagonal system whose diagonal dominates its columns, by elimination without pivoting. The solution replaces `right`; the
/// diagonal is used up. `below[k]` is the element of row k + 1 and column k, `above[k]` that of row k and column k + 1.
pub fn solve(below: &[f64], diagonal: &mut [f64], above: &[f64], right: &mut [f64]) {
    for k in 1..diagonal.len() {
        let factor = below[k - 1] / diagonal[k - 1];
        diagonal[k] -= factor * above[k - 1];
        right[k] -= factor * right[k - 1];
    }
    let mut after = 0.0;
    for k in (0..diagonal.len()).rev() {
        let coupled = if k + 1 < diagonal.len() { above[k] * after } else { 0.0 };
        right[k] = (right[k] - coupled) / diagonal[k];
        after = right[k];
    }
}

/// Iterations for one eigenvalue; two or three are usual.
const ENOUGH: usize = 50;

/// Diagonalises a symmetric tridiagonal matrix by rotations (implicit QL with Wilkinson's shift). The eigenvalues replace the diagonal;
/// `off[k]` beside it couples k and k + 1 and is used up, with one element to spare at its end. Row r of `vectors` becomes the eigenvector
/// of value r, of length one.
pub fn diagonalise(diagonal: &mut [f64], off: &mut [f64], vectors: &mut [f64]) {
    let n = diagonal.len();
    vectors.fill(0.0);
    (0..n).for_each(|k| vectors[k * n + k] = 1.0);
    for first in 0..n {
        for _ in 0..ENOUGH {
            // The block that ends where a coupling is nothing beside its neighbours.
            let coupled = |k: &usize| off[*k].abs() > f64::EPSILON * (diagonal[*k].abs() + diagonal[k + 1].abs());
            let last = first + (first..n - 1).take_while(coupled).count();
            if last == first {
                break;
            }
            let half = (diagonal[first + 1] - diagonal[first]) / (2.0 * off[first]);
            let root = (half * half + 1.0).sqrt();
            let mut chased = diagonal[last] - diagonal[first] + off[first] / (half + root.copysign(half));
            let (mut sine, mut cosine, mut shift) = (1.0, 1.0, 0.0);
            let mut split = false;
            for k in (first..last).rev() {
                let (bulge, kept) = (sine * off[k], cosine * off[k]);
                let length = (bulge * bulge + chased * chased).sqrt();
                off[k + 1] = length;
                if length == 0.0 {
                    diagonal[k + 1] -= shift;
                    split = true;
                    break;
                }
                (sine, cosine) = (bulge / length, chased / length);
                let moved = diagonal[k + 1] - shift;
                let twice = (diagonal[k] - moved) * sine + 2.0 * cosine * kept;
                shift = sine * twice;
                diagonal[k + 1] = moved + shift;
                chased = cosine * twice - kept;
                let (upper, lower) = vectors[k * n..(k + 2) * n].split_at_mut(n);
                for (a, b) in upper.iter_mut().zip(lower) {
                    (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
                }
            }
            if !split {
                diagonal[first] -= shift;
                off[first] = chased;
            }
            off[last] = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves_its_system() {
        let (below, above) = ([-0.5, -1.0, -0.25], [-2.0, -0.5, -1.0]);
        let diagonal = [3.0, 4.0, 2.5, 6.0];
        let right = [1.0, 0.0, 2.0, -1.0];
        let (mut used, mut x) = (diagonal, right);
        solve(&below, &mut used, &above, &mut x);
        for k in 0..4 {
            let before = if k > 0 { below[k - 1] * x[k - 1] } else { 0.0 };
            let after = if k < 3 { above[k] * x[k + 1] } else { 0.0 };
            assert!((before + diagonal[k] * x[k] + after - right[k]).abs() < 1e-14, "row {k}");
        }
        let mut one = [3.0];
        solve(&[], &mut [2.0], &[], &mut one);
        assert_eq!(one, [1.5]);
    }

    #[test]
    fn eigenvectors_are_stretched_by_their_eigenvalues() {
        for (n, zero) in [(1, false), (2, false), (5, false), (16, false), (6, true)] {
            let diagonal: Vec<f64> = (0..n).map(|k| -1.0 - (k * 7 % 5) as f64).collect();
            let off: Vec<f64> = (0..n).map(|k| if zero && k % 2 == 1 { 0.0 } else { 0.3 + (k % 3) as f64 }).collect();
            let (mut values, mut used, mut vectors) = (diagonal.clone(), off.clone(), vec![0.0; n * n]);
            diagonalise(&mut values, &mut used, &mut vectors);
            for (r, vector) in vectors.chunks_exact(n).enumerate() {
                for k in 0..n {
                    let before = if k > 0 { off[k - 1] * vector[k - 1] } else { 0.0 };
                    let after = if k + 1 < n { off[k] * vector[k + 1] } else { 0.0 };
                    let stretched = before + diagonal[k] * vector[k] + after;
                    assert!((stretched - values[r] * vector[k]).abs() < 1e-13, "n = {n}, {r}, {k}");
                }
                for (s, other) in vectors.chunks_exact(n).enumerate() {
                    let product: f64 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
                    assert!((product - f64::from(u8::from(r == s))).abs() < 1e-13, "n = {n}, {r}, {s}");
                }
            }
        }
    }
}
