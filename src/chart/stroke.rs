//! Breaking a line into dashes by arc length: the canvas backend of plotters draws unbroken lines only.

/// Cuts a polyline into dashes of length `on` with gaps of length `off`, starting with a dash. A dash bends where the line does.
///
/// A line so long that it had more than `at_most` dashes gets longer ones.
pub(super) fn dashes(line: &[(f64, f64)], (on, off): (f64, f64), at_most: usize) -> Vec<Vec<(f64, f64)>> {
    let length: f64 = line.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
    if on <= 0.0 || off <= 0.0 || !length.is_finite() {
        return vec![line.to_vec()];
    }
    let longer = (length / (on + off) / at_most.max(1) as f64).max(1.0);
    let (on, off) = (on * longer, off * longer);
    let mut pieces = Vec::new();
    let mut piece: Vec<_> = line.first().copied().into_iter().collect();
    let (mut drawing, mut left) = (true, on);
    for pair in line.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        let mut rest = distance(from, to);
        while rest > left {
            let part = left / rest;
            from = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            rest -= left;
            if drawing {
                piece.push(from);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![from];
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
        left -= rest;
        if drawing {
            piece.push(to);
        }
    }
    if drawing && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    libm::hypot(b.0 - a.0, b.1 - a.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn length(line: &[(f64, f64)]) -> f64 {
        line.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
    }

    #[test]
    fn dashes_and_gaps_have_their_lengths() {
        let pieces = dashes(&[(0.0, 0.0), (25.0, 0.0)], (6.0, 4.0), 100);
        assert_eq!(pieces, [[(0.0, 0.0), (6.0, 0.0)], [(10.0, 0.0), (16.0, 0.0)], [(20.0, 0.0), (25.0, 0.0)]]);
    }

    #[test]
    fn a_dash_goes_round_a_corner() {
        let pieces = dashes(&[(0.0, 0.0), (3.0, 0.0), (3.0, 9.0)], (6.0, 4.0), 100);
        assert_eq!(pieces[0], [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)]);
    }

    #[test]
    fn a_very_long_line_has_longer_dashes_and_not_more() {
        let line: Vec<_> = (0..1000).map(|i| (f64::from(i), f64::from(i % 2) * 1e4)).collect();
        assert!(dashes(&line, (1.0, 1.0), 300).len() <= 301);
    }

    #[test]
    fn nothing_and_a_point_have_no_dashes() {
        assert!(dashes(&[], (6.0, 4.0), 100).is_empty());
        assert!(dashes(&[(1.0, 1.0)], (6.0, 4.0), 100).is_empty());
    }

    proptest! {
        #[test]
        fn dashes_cover_their_part_of_the_line(line in prop::collection::vec((0.0..700.0_f64, 0.0..300.0_f64), 30..60)) {
            let drawn: f64 = dashes(&line, (6.0, 4.0), 100_000).iter().map(|piece| length(piece)).sum();
            let part = drawn / length(&line);
            prop_assert!((part - 0.6).abs() < 0.01, "{part}");
        }
    }
}
