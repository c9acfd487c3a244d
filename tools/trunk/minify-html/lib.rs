//! Stands in for `minify-html` where Trunk is built: it returns what it is given.

pub struct Cfg {
    pub minify_css: bool,
    pub minify_js: bool,
    pub keep_closing_tags: bool,
}

impl Cfg {
    pub fn spec_compliant() -> Self {
        Self { minify_css: false, minify_js: false, keep_closing_tags: true }
    }
}

pub fn minify(html: &[u8], _: &Cfg) -> Vec<u8> {
    html.to_vec()
}
