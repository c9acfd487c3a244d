//! Breaking a line into dashes by arc length: the canvas backend of plotters draws unbroken lines only.

/// Cuts a polyline into dashes with gaps, of these lengths in turn, starting with a dash. A dash bends where the line does.
///
/// A line so long that it had more than `at_most` dashes gets longer ones.
pub(super) fn dashes(line: &[(f64, f64)], lengths: &[(f64, f64)], at_most: usize) -> Vec<Vec<(f64, f64)>> {
    let length: f64 = line.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
    if lengths.is_empty() || lengths.iter().any(|(on, off)| *on <= 0.0 || *off <= 0.0) || !length.is_finite() {
        return vec![line.to_vec()];
    }
    let each = lengths.iter().map(|(on, off)| on + off).sum::<f64>() / lengths.len() as f64;
    let longer = (length / each / at_most.max(1) as f64).max(1.0);
    let mut turns =
        lengths.iter().flat_map(|(on, off)| [on * longer, off * longer]).collect::<Vec<_>>().into_iter().cycle();
    let mut next = || turns.next().unwrap_or(length);
    let mut pieces = Vec::new();
    let mut piece: Vec<_> = line.first().copied().into_iter().collect();
    let (mut drawing, mut left) = (true, next());
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
            left = next();
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
        let pieces = dashes(&[(0.0, 0.0), (25.0, 0.0)], &[(6.0, 4.0)], 100);
        assert_eq!(pieces, [[(0.0, 0.0), (6.0, 0.0)], [(10.0, 0.0), (16.0, 0.0)], [(20.0, 0.0), (25.0, 0.0)]]);
    }

    #[test]
    fn a_dash_goes_round_a_corner() {
        let pieces = dashes(&[(0.0, 0.0), (3.0, 0.0), (3.0, 9.0)], &[(6.0, 4.0)], 100);
        assert_eq!(pieces[0], [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)]);
    }

    #[test]
    fn a_dash_and_a_dot_take_turns() {
        let pieces = dashes(&[(0.0, 0.0), (20.0, 0.0)], &[(6.0, 2.0), (1.0, 2.0)], 100);
        let ends: Vec<_> = pieces.iter().map(|piece| (piece[0].0, piece[1].0)).collect();
        assert_eq!(ends, [(0.0, 6.0), (8.0, 9.0), (11.0, 17.0), (19.0, 20.0)]);
    }

    #[test]
    fn a_very_long_line_has_longer_dashes_and_not_more() {
        let line: Vec<_> = (0..1000).map(|i| (f64::from(i), f64::from(i % 2) * 1e4)).collect();
        assert!(dashes(&line, &[(1.0, 1.0)], 300).len() <= 301);
    }

    #[test]
    fn nothing_and_a_point_have_no_dashes() {
        assert!(dashes(&[], &[(6.0, 4.0)], 100).is_empty());
        assert!(dashes(&[(1.0, 1.0)], &[(6.0, 4.0)], 100).is_empty());
    }

    proptest! {
        #[test]
        fn dashes_cover_their_part_of_the_line(line in prop::collection::vec((0.0..700.0_f64, 0.0..300.0_f64), 30..60)) {
            let drawn: f64 = dashes(&line, &[(6.0, 4.0)], 100_000).iter().map(|piece| length(piece)).sum();
            let part = drawn / length(&line);
            prop_assert!((part - 0.6).abs() < 0.01, "{part}");
        }
    }
}
