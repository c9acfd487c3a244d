//! How much the channels have carried, as a tint under everything that moves.

use super::pen::Pen;
use crate::{
    animation::frame::Carried,
    page::player::legend::{LEVELS, strength},
};

impl Pen<'_> {
    /// Each channel the wider and the stronger the larger its part of the largest use is.
    pub(super) fn usage(&self, carried: &Carried) {
        let most = carried.most();
        if most <= 0.0 {
            return;
        }
        let step = |link: u32| libm::ceil(f64::from(LEVELS) * carried.share(link) / most) as u32;
        let links = (0..).zip(&self.layout.links).map(|(number, link)| (step(number), link));
        let links: Vec<_> = links.filter(|(step, _)| *step > 0).collect();
        for level in 1..=LEVELS {
            let part = f64::from(level) / f64::from(LEVELS);
            let lines: Vec<_> = links
                .iter()
                .filter(|(step, _)| *step == level)
                .flat_map(|(_, link)| self.size.pieces(link, self.size.middle(link)))
                .collect();
            self.ink("printed", 1.0 + part * (0.30 * self.size.pitch).clamp(2.0, 14.0));
            self.context.set_global_alpha(strength(part));
            self.stroke(lines.iter().map(Vec::as_slice));
        }
        self.context.set_global_alpha(1.0);
    }
}
