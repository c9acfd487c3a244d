//! How much the channels have carried, and what a symbol counts: tints under everything that moves.

use super::pen::Pen;
use crate::{
    animation::{counted::Count, frame::Carried},
    page::player::legend::{LEVELS, strength},
    web::dom::Fallible,
};

impl Pen<'_> {
    /// What a symbol counts: bands under channels, rings round nodes.
    pub(super) fn lit(&self, count: &Count) -> Fallible {
        self.ink("operating", (0.34 * self.size.pitch).clamp(4.0, 16.0));
        self.context.set_global_alpha(0.55);
        let links = count.links.iter().filter_map(|link| self.link(*link));
        let lines: Vec<_> = links.flat_map(|link| self.size.pieces(link, self.size.middle(link))).collect();
        self.stroke(lines.iter().map(Vec::as_slice));
        for node in count.nodes.iter().filter_map(|node| self.layout.nodes.get(*node as usize)) {
            self.disc(self.place(node), self.size.radius + (0.12 * self.size.pitch).clamp(3.0, 8.0))?;
            self.context.set_fill_style_str(self.palette.css("operating"));
            self.context.fill();
        }
        self.context.set_global_alpha(1.0);
        Ok(())
    }

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
