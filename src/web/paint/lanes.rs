//! Lanes in use: worms on their way, flit by flit.

use super::pen::Pen;
use crate::{
    animation::frame::{Item, LaneMark, LaneTone, Place},
    page::player::geometry::{head, length, rest},
    web::dom::Fallible,
};
use wasm_bindgen::JsValue;

/// Width of a lane below which its flits are not drawn one by one: they would not be seen, and there are many.
const FINEST_LANE: f64 = 1.0;

/// A lane with its course on the canvas.
struct Drawn<'a> {
    mark: &'a LaneMark,
    pieces: Vec<Vec<Place>>,
    width: f64,
    escape: bool,
}

impl Pen<'_> {
    /// Each kind of lane is one path; flits are drawn where a lane is wide enough to see them.
    pub(super) fn lanes(&self, lanes: &[LaneMark], picked: Option<Item>) -> Fallible {
        let drawn: Vec<_> = lanes.iter().filter_map(|mark| self.lane(mark)).collect();
        let visible = self.layout.links.first().is_some_and(|link| self.size.room(link) >= FINEST_LANE);
        let copies = drawn.iter().any(|lane| lane.mark.tone == LaneTone::Copy);
        self.followed(&drawn, picked);
        for (tone, colour, widest) in [
            (LaneTone::Reserved, "unicast", 2.0),
            (LaneTone::Retreating, "muted", 2.0),
            (LaneTone::Established, "unicast", 1.5),
            (LaneTone::Unicast, "unicast", 3.0),
            (LaneTone::Copy, "worm", 4.5),
        ] {
            let kind = || drawn.iter().filter(move |lane| lane.mark.tone == tone);
            let Some(first) = kind().next() else { continue };
            self.ink(colour, first.width.min(widest));
            // What is still empty has no flits over it: its line says all, and has to be seen.
            let (alpha, dash) = match tone {
                LaneTone::Established => (1.0, None),
                LaneTone::Retreating => (1.0, Some(2.5)),
                // Beside copies, which are whole lines; where there are none, whole lines are drawn faster.
                LaneTone::Unicast if copies && !visible => (0.7, Some(2.0)),
                _ => (if visible { 0.22 } else { 0.7 }, None),
            };
            self.context.set_global_alpha(alpha);
            let dashes: js_sys::Array =
                dash.into_iter().flat_map(|dash: f64| [dash, dash]).map(JsValue::from).collect();
            self.context.set_line_dash(&dashes)?;
            self.stroke(kind().flat_map(|lane| lane.pieces.iter().map(Vec::as_slice)));
            self.context.set_line_dash(&js_sys::Array::new())?;
            self.context.set_global_alpha(1.0);
            if visible {
                for lane in kind() {
                    self.flits(lane)?;
                }
            }
        }
        self.hops(&drawn);
        self.heads(&drawn)
    }

    /// Where the head of an empty lane stands: an arrow forward or back, or a dot for an answer.
    fn heads(&self, drawn: &[Drawn]) -> Fallible {
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
                        self.disc(end, 0.45 * reach)?;
                        self.context.set_fill_style_str(self.palette.css("unicast"));
                        self.context.fill();
                    }
                    None
                }
                LaneTone::Unicast | LaneTone::Copy | LaneTone::Hop => None,
            };
            self.ink(if lane.mark.tone == LaneTone::Retreating { "ink" } else { "unicast" }, 1.8);
            self.stroke(arrow.iter().map(<[Place; 3]>::as_slice));
        }
        Ok(())
    }

    /// Arrows along the lanes that a packet has crossed as a whole.
    fn hops(&self, drawn: &[Drawn]) {
        let hops = || drawn.iter().filter(|lane| lane.mark.tone == LaneTone::Hop);
        self.ink("unicast", (0.05 * self.size.pitch).clamp(1.2, 3.0));
        self.stroke(hops().flat_map(|lane| lane.pieces.iter().map(Vec::as_slice)));
        let reach = (0.16 * self.size.pitch).clamp(3.0, 9.0);
        let tips: Vec<_> = hops().filter_map(|lane| head(lane.pieces.last()?, 1.0, reach)).collect();
        self.stroke(tips.iter().map(<[Place; 3]>::as_slice));
    }

    fn lane<'m>(&self, mark: &'m LaneMark) -> Option<Drawn<'m>> {
        let link = self.link(mark.link)?;
        let width = (0.85 * self.size.room(link)).max(1.0);
        let pieces = self.size.pieces(link, self.size.beside(link, mark.lane));
        Some(Drawn { mark, pieces, width, escape: mark.lane < link.escapes })
    }

    /// A band under the lanes of the message that the reader follows.
    fn followed(&self, drawn: &[Drawn], picked: Option<Item>) {
        let Some(Item::Message(message)) = picked else { return };
        self.ink("operating", 0.0);
        self.context.set_global_alpha(0.45);
        for lane in drawn.iter().filter(|lane| lane.mark.message == message) {
            self.context.set_line_width(lane.width + 4.0);
            self.stroke(lane.pieces.iter().map(Vec::as_slice));
        }
        self.context.set_global_alpha(1.0);
    }

    /// A worm on one lane: its flits move along it as they cross. On escape lanes they are dots, elsewhere dashes.
    fn flits(&self, lane: &Drawn) -> Fallible {
        let context = self.context;
        if lane.mark.crossed == 0 {
            return Ok(());
        }
        // The part that has crossed, drawn as flits of a size that the eye can follow.
        let whole: f64 = lane.pieces.iter().map(|line| length(line)).sum();
        let period = (whole / 4.0).clamp(3.0, 24.0);
        let dashes = if lane.escape {
            context.set_line_cap("round");
            js_sys::Array::of2(&0.01.into(), &(period - 0.01).into())
        } else {
            // Not by colour alone: flits of a unicast are short, those of a copy nearly touch.
            let part = if lane.mark.tone == LaneTone::Copy { 0.84 } else { 0.56 };
            js_sys::Array::of2(&(part * period).into(), &((1.0 - part) * period).into())
        };
        context.set_line_dash(&dashes)?;
        let shift = if lane.mark.last { 0.0 } else { f64::from(lane.mark.crossed % 4) * period / 4.0 };
        let mut done = 0.0;
        for line in &lane.pieces {
            let part = length(line);
            // When the last flit has crossed, only the end of the lane still holds something.
            let start = if lane.mark.last { (whole - done - period).clamp(0.0, part) } else { 0.0 };
            if start < part {
                context.set_line_dash_offset(-shift - done);
                self.stroke([rest(line, start).as_slice()]);
            }
            done += part;
        }
        context.set_line_cap("butt");
        // What is dashed next begins at its own beginning.
        context.set_line_dash_offset(0.0);
        context.set_line_dash(&js_sys::Array::new())
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
        self.stroke(crosses.iter().map(<[Place; 2]>::as_slice));
    }
}
