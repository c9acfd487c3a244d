//! Lanes in use: worms on their way, flit by flit.

use super::pen::Pen;
use crate::{
    dom::palette::{HUES, hue},
    player::stage::geometry::{head, length, rest},
};
use flitscope::animation::frame::{Item, LaneMark, LaneTone, Place};

/// Width of a lane below which its flits are drawn with those of others: there are many, and all are alike.
const FINEST_LANE: f64 = 1.0;

/// The length of a flit and of the gap behind it where lanes are that fine, CSS pixels.
const FINEST_PERIOD: f64 = 6.0;

/// Flits on a lane: as many steps take each of them to the place of the next one.
const STEPS: u32 = 4;

/// A lane with its course on the canvas.
struct LaneCourse<'a> {
    mark: &'a LaneMark,
    pieces: Vec<Vec<Place>>,
    width: f64,
    escape: bool,
}

impl Pen<'_> {
    /// Lanes of a kind and a colour are one path under their flits.
    pub(super) fn lanes(&self, lanes: &[LaneMark], picked: Option<Item>) {
        let drawn: Vec<_> = lanes.iter().filter_map(|mark| self.lane(mark)).collect();
        let visible = self.layout.links.first().is_some_and(|link| self.size.room(link) >= FINEST_LANE);
        self.followed(&drawn, picked);
        for (tone, widest) in [
            (LaneTone::Reserved, 2.0),
            (LaneTone::Retreating, 2.0),
            (LaneTone::Established, 1.5),
            (LaneTone::Unicast, 3.0),
            (LaneTone::Copy, 4.5),
        ] {
            for hue in 0..HUES.len() {
                let kind: Vec<_> =
                    drawn.iter().filter(|lane| lane.mark.tone == tone && hue == self::hue(lane.mark.message)).collect();
                let Some(first) = kind.first() else { continue };
                self.surface.line(self.tint(first.mark), first.width.min(widest));
                // An empty lane has no flits over it: only its line shows its state.
                let (alpha, dash) = match tone {
                    LaneTone::Established => (1.0, None),
                    LaneTone::Retreating => (1.0, Some(2.5)),
                    LaneTone::Reserved if !visible => (0.7, None),
                    _ => (0.28, None),
                };
                self.surface.alpha(alpha);
                self.surface.dash(dash.map(|dash| (dash, dash)), 0.0);
                self.courses(&mut kind.iter().copied());
                self.surface.dash(None, 0.0);
                self.surface.alpha(1.0);
                if visible {
                    kind.iter().for_each(|lane| self.flits(lane));
                } else {
                    self.fine_flits(&kind);
                }
            }
        }
        self.hops(&drawn);
        self.fronts(&drawn);
        self.heads(&drawn);
    }

    /// Draws the courses of lanes.
    fn courses<'d, 'm: 'd>(&self, lanes: &mut dyn Iterator<Item = &'d LaneCourse<'m>>) {
        self.surface.begin();
        lanes.for_each(|lane| self.lines(&lane.pieces));
        self.surface.stroke();
    }

    /// The colour of what is on a lane: that of its message, but for what all of a broadcast have in common.
    fn tint(&self, mark: &LaneMark) -> &str {
        match mark.tone {
            LaneTone::Copy => self.palette.css("worm"),
            LaneTone::Retreating => self.palette.css("muted"),
            _ => HUES[hue(mark.message)],
        }
    }

    /// Flits of fine lanes of one colour: those that have come equally far are one path.
    fn fine_flits(&self, lanes: &[&LaneCourse]) {
        for step in 0..STEPS {
            let moved = |lane: &&&LaneCourse| lane.mark.crossed > 0 && lane.mark.crossed % STEPS == step;
            let shift = -f64::from(step) * FINEST_PERIOD / f64::from(STEPS);
            self.surface.dash(Some((0.6 * FINEST_PERIOD, 0.4 * FINEST_PERIOD)), shift);
            self.courses(&mut lanes.iter().filter(moved).copied());
        }
        self.surface.dash(None, 0.0);
    }

    /// The header of a worm: dark, at the end of the lane that it has reached.
    fn fronts(&self, drawn: &[LaneCourse]) {
        let worms = drawn.iter().filter(|lane| lane.mark.head && lane.mark.crossed > 0);
        let fronts: Vec<_> = worms
            .filter(|lane| matches!(lane.mark.tone, LaneTone::Unicast | LaneTone::Copy))
            .filter_map(|lane| lane.pieces.last())
            .map(|line| rest(line, (length(line) - (0.14 * self.size.pitch).clamp(3.0, 9.0)).max(0.0)))
            .collect();
        let width = drawn.first().map_or(1.0, |lane| lane.width);
        self.ink("ink", (width + 1.0).max(2.5));
        self.stroke(&fronts);
    }

    /// Where the head of an empty lane stands: an arrow forward or back, or a dot for an answer.
    fn heads(&self, drawn: &[LaneCourse]) {
        let reach = (0.16 * self.size.pitch).clamp(3.0, 7.0);
        for lane in drawn.iter().filter(|lane| lane.mark.head) {
            let Some(mut line) = lane.pieces.last().cloned() else { continue };
            let arrow = match lane.mark.tone {
                LaneTone::Reserved => head(&line, 1.0, reach),
                LaneTone::Retreating => {
                    line.reverse();
                    // Its point stands where the probe does, a little before the node.
                    head(&line, 0.12, reach)
                }
                LaneTone::Established => {
                    if let Some(&end) = line.last() {
                        self.disc(end, 0.45 * reach);
                        self.surface.paint(self.tint(lane.mark));
                        self.surface.fill();
                    }
                    None
                }
                LaneTone::Unicast | LaneTone::Copy | LaneTone::Hop => None,
            };
            self.ink("ink", 1.8);
            self.stroke(arrow.as_slice());
        }
    }

    /// Arrows along the lanes that a packet has crossed as a whole.
    fn hops(&self, drawn: &[LaneCourse]) {
        let reach = (0.16 * self.size.pitch).clamp(3.0, 9.0);
        for (hue, colour) in HUES.into_iter().enumerate() {
            let hops = || {
                drawn.iter().filter(move |lane| lane.mark.tone == LaneTone::Hop && self::hue(lane.mark.message) == hue)
            };
            self.surface.line(colour, (0.05 * self.size.pitch).clamp(1.2, 3.0));
            self.courses(&mut hops());
            let tips: Vec<_> = hops().filter_map(|lane| head(lane.pieces.last()?, 1.0, reach)).collect();
            self.stroke(&tips);
        }
    }

    fn lane<'m>(&self, mark: &'m LaneMark) -> Option<LaneCourse<'m>> {
        let link = self.link(mark.link)?;
        let width = (0.85 * self.size.room(link)).max(1.0);
        let pieces = self.size.pieces(link, self.size.beside(link, mark.lane));
        Some(LaneCourse { mark, pieces, width, escape: mark.lane < link.escapes })
    }

    /// A band under the lanes of the message that the reader follows.
    fn followed(&self, drawn: &[LaneCourse], picked: Option<Item>) {
        let Some(Item::Message(message)) = picked else { return };
        self.surface.alpha(0.45);
        for lane in drawn.iter().filter(|lane| lane.mark.message == message) {
            self.ink("operating", lane.width + 4.0);
            self.stroke(&lane.pieces);
        }
        self.surface.alpha(1.0);
    }

    /// A worm on one lane: its flits move along it as they cross. On escape lanes they are dots, elsewhere dashes.
    fn flits(&self, lane: &LaneCourse) {
        if lane.mark.crossed == 0 {
            return;
        }
        // The part that has crossed, drawn as flits of a size that the eye can follow.
        let whole: f64 = lane.pieces.iter().map(|line| length(line)).sum();
        let period = (whole / f64::from(STEPS)).clamp(3.0, 24.0);
        self.surface.round(lane.escape);
        let dash = if lane.escape {
            (0.01, period - 0.01)
        } else {
            // Not by colour alone: flits of a unicast are short, those of a copy nearly touch.
            let part = if lane.mark.tone == LaneTone::Copy { 0.84 } else { 0.56 };
            (part * period, (1.0 - part) * period)
        };
        let step = f64::from(lane.mark.crossed % STEPS) / f64::from(STEPS);
        let shift = if lane.mark.last { 0.0 } else { step * period };
        let mut done = 0.0;
        for line in &lane.pieces {
            let part = length(line);
            // When the last flit has crossed, only the end of the lane still holds something.
            let start = if lane.mark.last { (whole - done - period).clamp(0.0, part) } else { 0.0 };
            if start < part {
                self.surface.dash(Some(dash), -shift - done);
                self.stroke(&[rest(line, start)]);
            }
            done += part;
        }
        self.surface.round(false);
        self.surface.dash(None, 0.0);
    }

    /// A cross at the end of every lane whose header waits, or is lost.
    pub(super) fn blocked(&self, lanes: &[LaneMark]) {
        let blocked = lanes.iter().filter(|mark| mark.blocked).filter_map(|mark| self.lane(mark));
        let ends = blocked.filter_map(|lane| lane.pieces.last()?.last().copied());
        let arm = (0.09 * self.size.pitch).clamp(2.5, 6.0);
        let crosses: Vec<_> = ends
            .flat_map(|(x, y)| [[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]])
            .collect();
        self.ink("ink", 1.6);
        self.stroke(&crosses);
    }
}
