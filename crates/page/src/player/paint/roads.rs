//! The quiet network: channels as light roads, which fade out where they wrap around, with arrows where they lead one way.

use super::pen::turned;
use crate::player::{
    prelude::*,
    stage::{geometry::is_ramp, lanes::beside},
};

/// Strokes of which a road that fades out is made, each a little longer than the one before.
const STEPS: u32 = 10;

/// The part of its way that it does not fade on.
const CLEAR: f64 = 0.25;

/// Roads from this width on have a line in the middle, and arrows.
const LINED: f64 = 7.0;

const RAMP: f64 = 0.6;

/// An arrow head about the middle of a channel, in terms of its reach.
const ARROW: [Place; 3] = [(-0.4, -1.0), (0.6, 0.0), (-0.4, 1.0)];

impl Pen<'_> {
    pub(super) fn roads(&self) {
        // One road for two that lead there and back.
        let single = || self.layout.links.iter().filter(|link| !link.paired || link.from < link.to);
        let whole = |link: &&Link| link.pieces.len() == 1;
        let lines = |links: &mut dyn Iterator<Item = &Link>| -> Vec<Vec<Place>> {
            links.flat_map(|link| self.size.road(link)).collect()
        };
        let (straight, around) =
            (lines(&mut single().filter(whole)), lines(&mut single().filter(|link| !whole(link) && !is_ramp(link))));
        let ramps = lines(&mut self.layout.links.iter().filter(|link| is_ramp(link)));
        self.ink("ramp", (RAMP * self.size.road).max(1.0));
        self.stroke(&ramps);
        self.ink("road", self.size.road.max(1.0));
        self.stroke(&straight);
        self.fading(&around);
        if self.size.road < LINED {
            return;
        }
        self.ink("road-line", 1.5 * self.size.mark());
        self.stroke(&lines(&mut single().filter(whole).filter(|link| link.paired && link.lanes > 1)));
        self.arrows();
    }

    /// The dateline of a ring, a bar across its channel, and the lanes of the two classes in tints of their own.
    pub(super) fn dateline(&self) {
        let crossed = || self.layout.links.iter().filter(|link| link.dateline && link.pieces.len() == 1);
        let Some(first) = crossed().next() else { return };
        for (lane, strength) in [(0, 0.07), (1, 0.2)] {
            let links = self.layout.links.iter().filter(|link| link.escapes > lane);
            let place = |link: &Link| beside(&self.size, link, lane, link.lanes);
            self.ink("ink", place(first).1);
            self.surface.alpha(strength);
            self.stroke(&links.flat_map(|link| self.size.pieces(link, place(link).0)).collect::<Vec<_>>());
        }
        self.surface.alpha(1.0);
        let reach = 0.5 * self.size.road + 7.0 * self.size.mark();
        for line in crossed().flat_map(|link| self.size.pieces(link, 0.0)) {
            let Some((middle, way)) = tip(&until(&line, 0.5 * length(&line))) else { continue };
            self.ink("ink", 2.6 * self.size.mark());
            self.stroke(&[[-reach, reach].map(|across| turned((0.0, across), middle, way))]);
            // Its name is inside of the ring.
            let centre = (0.5 * self.size.width, 0.5 * self.layout.height * self.size.width);
            let inner = |side: &f64| distance(turned((0.0, *side), middle, way), centre);
            let side = [-reach - 12.0, reach + 12.0].into_iter().min_by(|a, b| inner(a).total_cmp(&inner(b)));
            self.surface.heavy((13.0 * self.size.mark()).clamp(10.0, 14.0), TextAlign::Centre);
            self.paint("ink");
            self.surface.text("dateline", turned((0.0, side.unwrap_or(reach)), middle, way));
        }
    }

    /// Pieces of channels that wrap around: each begins at its node or ends there, and is clear on that side.
    fn fading(&self, pieces: &[Vec<Place>]) {
        let out: Vec<Vec<Place>> = pieces
            .iter()
            .enumerate()
            .map(|(index, piece)| if index % 2 == 0 { piece.clone() } else { piece.iter().rev().copied().collect() })
            .collect();
        // Ten strokes one upon the other are nearly opaque.
        self.surface.alpha(0.35);
        for step in 1..=STEPS {
            let part = CLEAR + (1.0 - CLEAR) * f64::from(step) / f64::from(STEPS);
            self.stroke(&out.iter().map(|piece| until(piece, part * length(piece))).collect::<Vec<_>>());
        }
        self.surface.alpha(1.0);
    }

    /// An arrow in the middle of each channel that has no way back beside it.
    fn arrows(&self) {
        let reach = 5.0 * self.size.mark();
        let heads = self
            .layout
            .links
            .iter()
            .filter(|link| !link.paired && link.edges == (false, false))
            .flat_map(|link| self.size.pieces(link, 0.0))
            .filter_map(|piece| {
                let ((_, way), middle) = (tip(&[*piece.first()?, *piece.last()?])?, halfway(&piece)?);
                Some(ARROW.map(|(along, across)| turned((along * reach, across * reach), middle, way)))
            });
        let heads: Vec<_> = heads.collect();
        self.ink("node-edge", 2.0 * self.size.mark());
        self.surface.alpha(0.6);
        self.surface.round(true);
        self.stroke(&heads);
        self.surface.round(false);
        self.surface.alpha(1.0);
    }
}
