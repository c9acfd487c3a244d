//! How much the channels have carried, as a tint under everything that moves.

use super::Pen;
use crate::{
    trace::picture::{Carried, percent},
    web::dom,
};

/// Steps from nothing to the most: each is one path.
const STEPS: u32 = 8;

impl Pen<'_> {
    /// Each channel the wider and the stronger the larger its part of the largest use is.
    pub(super) fn heat(&self, carried: &Carried) {
        let most = carried.most();
        if most <= 0.0 {
            return;
        }
        let step = |wire: u32| libm::ceil(f64::from(STEPS) * carried.share(wire) / most) as u32;
        let wires = (0..).zip(&self.ground.wires).map(|(number, wire)| (step(number), wire));
        let wires: Vec<_> = wires.filter(|(step, _)| *step > 0).collect();
        for level in 1..=STEPS {
            let part = f64::from(level) / f64::from(STEPS);
            let lines: Vec<_> = wires
                .iter()
                .filter(|(step, _)| *step == level)
                .flat_map(|(_, wire)| self.size.pieces(wire, self.size.middle(wire)))
                .collect();
            self.ink("printed", 1.0 + part * (0.30 * self.size.pitch).clamp(2.0, 14.0));
            self.context.set_global_alpha(strength(part));
            self.stroke(lines.iter().map(Vec::as_slice));
        }
        self.context.set_global_alpha(1.0);
    }
}

/// How strong the tint is for a part of the largest use.
fn strength(part: f64) -> f64 {
    0.12 + 0.5 * part
}

/// The key of the tint: from nothing to the most.
pub fn markup(carried: &Carried) -> String {
    if carried.most() <= 0.0 {
        return format!("Nothing has been carried yet, counted over {}", carried.span());
    }
    let most = dom::escape(&percent(carried.most()));
    let bar = |level: u32| {
        let (x, height) = (6 * (level - 1), 2 + level);
        let (y, part) = (6.0 - f64::from(height) / 2.0, strength(f64::from(level) / f64::from(STEPS)));
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"6\" height=\"{height}\" fill=\"var(--printed)\" opacity=\"{part:.2}\"/>"
        )
    };
    let bars: String = (1..=STEPS).map(bar).collect();
    format!(
        "0 <svg viewBox=\"0 0 48 12\" aria-hidden=\"true\">{bars}</svg> {most} of the time in use, counted over {}",
        carried.span()
    )
}
