//! Switching elements: the way of each packet through them, with a fork where it is copied.

use crate::player::prelude::*;

/// The widths and strengths of the path of a followed packet, and of others.
const WIDE: (f64, f64) = (5.0, 3.0);
const OTHERS: f64 = 0.6;

const STRETCHES: u32 = 10;

impl Pen<'_> {
    pub(super) fn forks(&self, lanes: &[LaneMark]) {
        let marks =
            || lanes.iter().filter_map(|mark| Some((mark, self.link(mark.link)?))).filter(|(mark, _)| mark.crossed > 0);
        let leaving: Vec<_> = marks().filter(|(_, link)| link.edges.0).collect();
        for (mark, link) in marks().filter(|(mark, link)| link.edges.1 && !mark.blocked) {
            let Some(&begin) = link.pieces.last().and_then(|piece| piece.last()) else { continue };
            let own = leaving
                .iter()
                .filter(|(other, next)| next.from == link.to && (other.message == mark.message || self.whole));
            let ends = own.filter_map(|(_, next)| next.pieces.first()?.first().copied());
            let curves: Vec<Vec<Place>> = ends.map(|end| self.curve(begin, end)).collect();
            let ours = self.is_followed(mark.message);
            self.surface.alpha(if ours { 1.0 } else { OTHERS });
            self.surface.line(self.hue(mark.message), (self.size.unit * if ours { WIDE.0 } else { WIDE.1 }).max(1.0));
            self.stroke(&curves);
        }
        self.surface.alpha(1.0);
    }

    fn curve(&self, begin: Place, end: Place) -> Vec<Place> {
        let (begin, end) = (self.size.place(begin), self.size.place(end));
        let at = |step: u32| {
            let part = f64::from(step) / f64::from(STRETCHES);
            let bent = part * part * (3.0 - 2.0 * part);
            (begin.0 + (end.0 - begin.0) * part, begin.1 + (end.1 - begin.1) * bent)
        };
        (0..=STRETCHES).map(at).collect()
    }
}
