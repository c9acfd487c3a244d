//! A link as a picture for a camera.

use crate::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

/// Empty modules around it, as the standard asks for.
const QUIET: i32 = 4;

/// Pixels of a module in the large picture, which the camera of a telephone tells apart across a room.
const LARGE: i32 = 4;

/// The picture of a text; none if it is too long for one. A long text is corrected less.
pub(crate) fn markup(text: &str) -> Option<Markup> {
    let of = |level| QrCode::encode_text(text, level).ok();
    let code = of(QrCodeEcc::Medium).or_else(|| of(QrCodeEcc::Low))?;
    let side = code.size() + 2 * QUIET;
    let dark = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let path: String = dark
        .filter(|(x, y)| code.get_module(*x, *y))
        .map(|(x, y)| format!("M{} {}h1v1h-1z", x + QUIET, y + QUIET))
        .collect();
    Some(html! {
        svg.qr width=(LARGE * side) viewBox={ "0 0 " (side) " " (side) } role="img" aria-label="The link for a camera" {
            rect width=(side) height=(side) fill="#ffffff" {}
            path d=(path) fill="#000000" {}
        }
    })
}

/// The picture of a link on a button that shows it large, or why there is none.
pub(crate) fn button(link: &str) -> Markup {
    let only_here = link.contains("&text=~");
    html! {
        @match markup(link).filter(|_| !only_here) {
            Some(code) => {
                button type="button" popovertarget="code" aria-label="QR code, large" { (code) }
                div #code popover { button type="button" popovertarget="code" aria-label="Close the QR code" { (code) } }
            }
            None if only_here => p.muted { "This lesson is too long for a link: only this tab opens it. Share its file." },
            None => {
                p.muted { "No QR code: the link has " (grouped(link.len() as u64))
                    " characters, and 2953 fit. Send the link, or the file of the lesson." }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The picture as grey pixels, some to a module, read by another implementation.
    fn read(markup: &str) -> String {
        const SCALE: usize = 4;
        let size = markup.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split(' ').next());
        let side: usize = size.and_then(|size| size.parse().ok()).expect("a size");
        let mut dark = vec![false; side * side];
        for module in markup.split('M').skip(1).filter_map(|piece| piece.split('h').next()) {
            if let Some((x, y)) = module.split_once(' ') {
                let [x, y] = [x, y].map(|number| number.parse::<usize>().expect("a place"));
                dark[y * side + x] = true;
            }
        }
        let grey = |x: usize, y: usize| if dark[y / SCALE * side + x / SCALE] { 0 } else { 255 };
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(side * SCALE, side * SCALE, grey);
        image.detect_grids().first().expect("a code").decode().expect("it can be read").1
    }

    #[test]
    fn a_link_that_fits_no_picture_or_opens_in_this_tab_alone_says_so() {
        let said = |length: usize| button(&"a".repeat(length)).into_string();
        assert!([2_331, 2_332, 2_953].iter().all(|length| said(*length).contains("popover")));
        assert!(said(2_954).contains("<p class=\"muted\">No QR code: the link has 2954 characters, and 2953 fit."));
        let only_here = button("#lesson=own&text=~0123").into_string();
        assert!(only_here.contains("only this tab opens it. Share its file.") && !only_here.contains("<svg"));
    }

    #[test]
    fn another_implementation_reads_the_link() {
        for text in
            ["https://example.org/flitscope/#lesson=more-channels&step=2", "http://127.0.0.1:8080/#v=2&k=8&load=0.0065"]
        {
            assert_eq!(read(&markup(text).expect("it fits").into_string()), text);
        }
    }
}
