//! The use of the channels, and what a symbol counts: tints under everything that moves.

use crate::player::prelude::*;

/// Steps of the use of a channel from nothing to the most.
pub(crate) const LEVELS: u32 = 8;

/// The strength of the tint of a channel for a part of the largest use, 0 to 1.
pub(crate) fn strength(part: f64) -> f64 {
    0.12 + 0.5 * part
}

impl Pen<'_> {
    /// The items that a symbol counts: bands under channels, rings round nodes.
    pub(super) fn highlight(&self, count: &Count) {
        self.ink("operating", (0.34 * self.size.pitch).clamp(4.0, 16.0));
        self.surface.alpha(0.55);
        self.band(&mut count.links.iter().filter_map(|link| self.link(*link)));
        for node in count.nodes.iter().filter_map(|node| self.layout.nodes.get(*node as usize)) {
            self.disc(self.place(node), self.size.radius + (0.12 * self.size.pitch).clamp(3.0, 8.0));
            self.paint("operating");
            self.surface.fill();
        }
        self.surface.alpha(1.0);
    }

    pub(super) fn limit(&self, ends: Option<[u32; 2]>) {
        let here = |link: &&Link| ends == Some([link.from, link.to]);
        self.ink("blocked", (0.16 * self.size.pitch).clamp(3.0, 9.0));
        self.surface.alpha(0.5);
        self.band(&mut self.layout.links.iter().filter(here).take(1));
        self.surface.alpha(1.0);
    }

    /// The width of a channel that has this part of the largest use.
    fn wide(&self, part: f64) -> f64 {
        1.0 + part * (0.30 * self.size.pitch).clamp(2.0, 14.0)
    }

    /// On each channel two lines as far apart as its predicted use is wide; `most`: the largest use.
    pub(super) fn predicted(&self, uses: &[f64], most: f64) {
        self.ink("flow", 1.2);
        self.surface.begin();
        for (link, used) in self.layout.links.iter().zip(uses).filter(|(_, used)| **used > 0.0) {
            let (middle, half) = (self.size.middle(link), self.wide(used / most) / 2.0);
            self.lines(&self.size.pieces(link, middle - half));
            self.lines(&self.size.pieces(link, middle + half));
        }
        self.surface.stroke();
    }

    /// Each channel the wider and the stronger the larger its part of the largest use is; `most`: that use.
    pub(super) fn usage(&self, carried: &Carried, most: f64) {
        if most <= 0.0 {
            return;
        }
        let step = |link: u32| libm::ceil(f64::from(LEVELS) * carried.share(link) / most) as u32;
        let links = (0..).zip(&self.layout.links).map(|(number, link)| (step(number), link));
        let links: Vec<_> = links.filter(|(step, _)| *step > 0).collect();
        for level in 1..=LEVELS {
            let part = f64::from(level) / f64::from(LEVELS);
            self.ink("ink", self.wide(part));
            self.surface.alpha(strength(part));
            self.band(&mut links.iter().filter(|(step, _)| *step == level).map(|(_, link)| *link));
        }
        self.surface.alpha(1.0);
    }
}
