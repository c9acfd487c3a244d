//! Colours, type and lengths of the chart. The page overrides colours with its CSS custom properties.

use plotters::style::RGBColor;

/// A colour on the screen by its red, green and blue part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    r: u8,
    g: u8,
    b: u8,
}

impl Colour {
    /// The colour of a number `0xrrggbb`.
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self { r, g, b }
    }

    /// This colour with a part, 0 to 1, of another mixed in.
    pub fn mixed(self, other: Self, part: f64) -> Self {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Self { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b) }
    }

    /// The contrast to another colour as WCAG 2.2 defines it, 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let part = |byte: u8| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        };
        let light = |c: Self| 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b) + 0.05;
        (light(self) / light(other)).max(light(other) / light(self))
    }
}

impl From<Colour> for RGBColor {
    fn from(Colour { r, g, b }: Colour) -> Self {
        Self(r, g, b)
    }
}

/// Reads a colour as CSS writes it: `#rgb`, `#rrggbb` or `rgb(r, g, b)`.
pub fn parse_colour(css: &str) -> Option<Colour> {
    let css = css.trim();
    if let Some(digits) = css.strip_prefix('#') {
        // from_str_radix would take a sign as well.
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        return match digits.len() {
            3 => Some(Colour::hex((number >> 8 & 15) * 0x11_0000 + (number >> 4 & 15) * 0x1100 + (number & 15) * 0x11)),
            6 => Some(Colour::hex(number)),
            _ => None,
        };
    }
    let inside = css.strip_prefix("rgb(")?.strip_suffix(')')?;
    let mut parts = inside.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| part.parse::<u8>().ok());
    let colour = Colour { r: parts.next()??, g: parts.next()??, b: parts.next()?? };
    parts.next().is_none().then_some(colour)
}

/// Everything about the looks of a chart: the colours of background, grid and axes, of words that matter (ink) and of the others (muted),
/// the height of words (text), and lengths in pixels of the canvas.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Theme {
    pub background: Colour,
    pub ink: Colour,
    pub muted: Colour,
    pub grid: Colour,
    pub axis: Colour,
    /// The font, as CSS writes it.
    pub family: String,
    pub text: f64,
    pub(super) hairline: f64,
    /// Width of a usual curve.
    pub(super) stroke: f64,
    pub(super) thin: f64,
    pub(super) strong: f64,
    /// Radius of a dot at a point.
    pub(super) dot: f64,
    /// Radius of the sign of a measured value.
    pub(super) sign: f64,
    /// Lengths of dash and gap, the gap measured between round ends, as of the next three.
    pub(super) dashed: (f64, f64),
    pub(super) dotted: (f64, f64),
    pub(super) long: (f64, f64),
    pub(super) short: (f64, f64),
    /// Lengths of the dash of a chain and of each of its gaps; its dots are those of a dotted line.
    pub(super) chain: (f64, f64),
    /// Lengths of dash and gap of limits.
    pub(super) upright: (f64, f64),
    pub(super) margin: f64,
    /// Free room on the right, where the last label of the x axis stands over the end of the plot.
    pub(super) right: f64,
    /// Room between a word and what it belongs to.
    pub(super) gap: f64,
    /// Length of the ticks on the x axis.
    pub(super) tick: f64,
    /// Least room for the labels of the y axis, so that the plot does not jump when they change.
    pub(super) label_area: f64,
    /// Units of the drawing in one pixel of the screen: see [`Theme::fine`].
    pub(super) pixel: f64,
    /// The factor of the size of words for the backend.
    pub(super) text_factor: f64,
}

/// Units in a pixel of a fine drawing.
pub const FINE: u32 = 8;

impl Theme {
    /// The theme of light pages and of pictures.
    pub fn light() -> Self {
        Self {
            background: Colour::hex(0xff_ff_ff),
            ink: Colour::hex(0x1c_21_27),
            muted: Colour::hex(0x5b_65_70),
            grid: Colour::hex(0xec_ef_f1),
            axis: Colour::hex(0x8a_94_9e),
            family: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif".into(),
            text: 12.0,
            hairline: 1.0,
            stroke: 2.0,
            thin: 1.25,
            strong: 2.5,
            dot: 3.0,
            sign: 4.2,
            dashed: (6.0, 6.0),
            dotted: (0.5, 4.5),
            long: (16.0, 5.0),
            short: (5.0, 3.0),
            chain: (12.0, 3.5),
            upright: (4.0, 3.0),
            margin: 4.0,
            right: 16.0,
            gap: 6.0,
            tick: 4.0,
            label_area: 24.0,
            pixel: 1.0,
            text_factor: 1.0,
        }
    }

    /// The theme of dark pages, which differs in colours.
    pub fn dark() -> Self {
        Self {
            background: Colour::hex(0x1b_1f_24),
            ink: Colour::hex(0xe8_ea_ed),
            muted: Colour::hex(0x9a_a4_ae),
            grid: Colour::hex(0x2b_31_38),
            axis: Colour::hex(0x6b_75_80),
            ..Self::light()
        }
    }

    /// The theme for a screen with `dpr` device pixels in one CSS pixel: every length multiplied.
    pub fn scaled(&self, dpr: f64) -> Self {
        let dpr = if dpr.is_finite() && dpr > 0.0 { dpr } else { 1.0 };
        let both = |(on, off): (f64, f64)| (on * dpr, off * dpr);
        Self {
            text: self.text * dpr,
            hairline: self.hairline * dpr,
            stroke: self.stroke * dpr,
            thin: self.thin * dpr,
            strong: self.strong * dpr,
            dot: self.dot * dpr,
            sign: self.sign * dpr,
            dashed: both(self.dashed),
            dotted: both(self.dotted),
            long: both(self.long),
            short: both(self.short),
            chain: both(self.chain),
            upright: both(self.upright),
            margin: self.margin * dpr,
            right: self.right * dpr,
            gap: self.gap * dpr,
            tick: self.tick * dpr,
            label_area: self.label_area * dpr,
            ..self.clone()
        }
    }

    /// The theme for a drawing whose unit is an eighth ([`FINE`]) of a pixel. Backends round to whole units, which shows as
    /// steps in a flat curve; eighths do not show. Axes and grid still stand on whole pixels. A canvas needs its context scaled by
    /// 1/8 for it; sizes and the returned [`Plot`](super::Plot) remain in pixels.
    pub fn fine(&self) -> Self {
        Self { pixel: self.pixel * f64::from(FINE), ..self.scaled(f64::from(FINE)) }
    }

    /// Words in the colour of a curve, nearer to the ink: a colour that is strong enough for a line is too weak for letters.
    pub fn words(&self, colour: Colour) -> Colour {
        colour.mixed(self.ink, 0.3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_css_writes_them() {
        let blue = Some(Colour::hex(0x00_72_b2));
        for css in ["#0072b2", " #0072B2 ", "rgb(0, 114, 178)", "rgb(0 114 178)"] {
            assert_eq!(parse_colour(css), blue, "{css}");
        }
        assert_eq!(parse_colour("#0af"), Some(Colour::hex(0x00_aa_ff)));
        for css in
            ["", "#", "#12", "#+12345", "#12345g", "blue", "rgb(1, 2)", "rgb(1, 2, 3, 4)", "rgb(1, 2, 300)", "#é1"]
        {
            assert_eq!(parse_colour(css), None, "{css}");
        }
    }

    #[test]
    fn every_length_is_multiplied_and_nothing_else() {
        let (one, two) = (Theme::light(), Theme::light().scaled(2.0));
        assert_eq!((two.text, two.stroke, two.dashed), (24.0, 4.0, (12.0, 12.0)));
        assert_eq!((two.background, two.pixel), (one.background, one.pixel));
        assert_eq!(two.scaled(0.5), one);
        assert_eq!(one.scaled(f64::NAN), one);
    }
}
