//! The chart as a document.

use std::io;

use plotters::backend::SVGBackend;
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};

use super::Chart;
use super::draw::draw;
use super::theme::{FINE, Theme};

/// The backend divides the size of words by this before it writes them.
const TEXT_FACTOR: f64 = 1.24;

/// The chart as an SVG document of `width` by `height` pixels, drawn to an eighth of a pixel. Writing to a string does not fail.
pub fn svg(chart: &Chart, theme: &Theme, width: u32, height: u32) -> Result<String, DrawingAreaErrorKind<io::Error>> {
    let theme = Theme { text_factor: TEXT_FACTOR, ..theme.fine() };
    let mut drawing = String::new();
    {
        let area = SVGBackend::with_string(&mut drawing, (width, height)).into_drawing_area();
        draw(chart, &theme, &area)?;
        area.present()?;
    }
    // The first element that the backend writes knows neither eighths nor round ends nor what the picture shows.
    let inside = drawing.split_once('\n').map_or("", |(_, inside)| inside);
    let title = escaped(&format!("{} against {}", chart.y.label, chart.x.label));
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{title}</title>\n{inside}",
        u64::from(width) * u64::from(FINE),
        u64::from(height) * u64::from(FINE),
    ))
}

/// A text as XML has it, in an element or an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::draw::tests::three_curves;
    use super::*;

    #[test]
    fn the_document_is_whole_and_says_what_it_shows() {
        let mut chart = three_curves();
        chart.y.label = "latency <cycles> & more".into();
        let svg = svg(&chart, &Theme::light(), 760, 420).expect("a string takes everything");
        assert!(svg.starts_with("<svg xmlns") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(svg.contains("viewBox=\"0 0 6080 3360\""));
        assert!(
            svg.contains("<title>latency &lt;cycles&gt; &amp; more against load (messages / node / cycle)</title>")
        );
        assert!(svg.contains("font-size=\"96\""), "{svg}");
        for word in ["corrected", "as printed", "refined", "stops at 0.00870"] {
            assert!(svg.contains(word), "{word}");
        }
    }
}
