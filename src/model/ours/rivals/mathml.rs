//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // (1), ρ
    [r#"<mi>ρ</mi><mo>=</mo><mfrac><mrow><mi>L</mi></mrow><mrow><mn>1</mn><mo>−</mo><mi>m</mi><mo>+</mo><mi>m</mi><mi>f</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{load}</mrow><mrow><mn>1</mn><mo>−</mo>{m}<mo>+</mo>{m}<mo>⋅</mo>{f}</mrow></mfrac><mo>=</mo>{rho}"#],
    // (5), c
    [r#"<mi>c</mi><mo>=</mo><mfrac><mrow><mi>f</mi><mo>−</mo><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{f}<mo>−</mo><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow>{n}<mo>−</mo><mn>1</mn></mrow></msup></mrow></mfrac><mo>=</mo>{c}"#],
    // (3), (6)
    [r#"<msub><mi>ρ</mi><mi>i</mi></msub><mo>=</mo><mn>1</mn><mo>−</mo><msub><mi>P</mi><mn>0</mn></msub><mo>,</mo><mspace width="1em" /><mi>P</mi><msub><mi>′</mi><mi>z</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>x</mi></msub><msub><mi>P</mi><mi>x</mi></msub><msub><mi>w</mi><mrow><mi>c</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow></msub><mo stretchy="false">[</mo><mi>x</mi><mo>→</mo><mi>z</mi><mo stretchy="false">]</mo>"#,
     r#"<mo>=</mo>{rho_i}"#],
    // (5), (7), (8)
    [r#"<msub><mi>ν</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msub><mi>ρ</mi><mi>i</mi></msub></mrow></mfrac><msub><mo>∑</mo><mrow><mi>x</mi><mo>,</mo><mi>y</mi><mo>&gt;</mo><mn>0</mn></mrow></msub><msub><mi>J</mi><mrow><mi>x</mi><mi>y</mi></mrow></msub><mo>,</mo><mspace width="1em" /><mi>J</mi><mi>′</mi><mo>=</mo><mfrac><mrow><mi>E</mi><mo>+</mo><mi>O</mi></mrow><mrow><mn>2</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{next}"#],
    // (2), (4), w_1
    [r#"<msub><mi>w</mi><mn>1</mn></msub><mo>=</mo><msub><mo>∑</mo><mi>b</mi></msub><msub><mi>l</mi><mi>b</mi></msub><msub><mi>W</mi><mrow><mn>1</mn><mi>b</mi></mrow></msub><mo>,</mo><mspace width="1em" /><msub><mi>W</mi><mrow><mi>a</mi><mi>b</mi></mrow></msub><mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>a</mi><mo>∩</mo><mi>b</mi><mo>=</mo><mi>∅</mi></mtd></mtr><mtr><mtd><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac></mtd><mtd><mi>a</mi><mo>∩</mo><mi>b</mi><mo>≠</mo><mi>∅</mi></mtd></mtr></mtable></mrow>"#,
     r#"<mo>=</mo>{w_1}"#],
    // (2), (4), w_3
    [r#"<msub><mi>w</mi><mn>3</mn></msub><mo>=</mo><mn>1</mn><mo>−</mo><mfrac><mrow><msub><mi>ρ</mi><mi>i</mi></msub></mrow><mrow><mn>2</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{w_3}"#],
    // (9)
    [r#"<msub><mover><mi>r</mi><mo>¯</mo></mover><mi>i</mi></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>N</mi></mrow></mfrac><msub><mo>∑</mo><mi>s</mi></msub><msub><mo>∑</mo><mi>x</mi></msub><msub><mi>v</mi><mi>x</mi></msub><mo>,</mo><mspace width="1em" /><msub><mi>v</mi><mi>x</mi></msub><mo>→</mo><msub><mi>W</mi><mrow><msub><mi>a</mi><mi>b</mi></msub><mi>c</mi><mo stretchy="false">(</mo><mi>y</mi><mo stretchy="false">)</mo></mrow></msub><msub><mo>∑</mo><mi>x</mi></msub><mfrac><mrow><msub><mi>v</mi><mi>x</mi></msub></mrow><mrow><msub><mi>P</mi><mi>x</mi></msub></mrow></mfrac><msub><mi>J</mi><mrow><mi>x</mi><mi>y</mi></mrow></msub>"#,
     r#"<mo>=</mo>{r_i}"#],
    // (1), κ
    [r#"<mi>κ</mi><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>N</mi></mrow></mfrac><msub><mo>∑</mo><mi>s</mi></msub><msub><mo>∏</mo><mi>i</mi></msub><msub><mi>r</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mi>s</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{complete_m}"#],
    // (10), ρ'
    [r#"<mi>ρ</mi><mi>′</mi><mo>=</mo><mn>1</mn><mo>−</mo><msub><mi>P</mi><mn>0</mn></msub>"#,
     r#"<mo>=</mo>{rho_out}"#],
    // (10), u'
    [r#"<mi>u</mi><mi>′</mi><mo>=</mo><msub><mi>P</mi><mn>1</mn></msub><mo>+</mo><msub><mi>P</mi><mn>2</mn></msub>"#,
     r#"<mo>=</mo>{u_out}"#],
    // (11)
    [r#"<mi>η</mi><mo>=</mo><mfrac><mrow><mi>ρ</mi><mi>′</mi><mo>−</mo><mi>u</mi><mi>′</mi></mrow><mrow><mi>f</mi></mrow></mfrac><mo>+</mo><mi>u</mi><mi>′</mi>"#,
     r#"<mo>=</mo><mfrac><mrow>{rho_out}<mo>−</mo>{u_out}</mrow><mrow>{f}</mrow></mfrac><mo>+</mo>{u_out}<mo>=</mo>{eta}"#],
    // (10), all destinations
    [r#"<msub><mi>η</mi><mrow><mtext>all</mtext></mrow></msub><mo>=</mo><mi>u</mi><mi>′</mi><mo>+</mo><mi>ρ</mi><mi>m</mi><mi>κ</mi>"#,
     r#"<mo>=</mo>{u_out}<mo>+</mo>{rho}<mo>⋅</mo>{m}<mo>⋅</mo>{complete_m}<mo>=</mo>{eta_complete}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("load", r#"<mi>L</mi>"#),
    ("n", r#"<mi>n</mi>"#),
    ("f", r#"<mi>f</mi>"#),
    ("m", r#"<mi>m</mi>"#),
    ("rho", r#"<mi>ρ</mi>"#),
    ("c", r#"<mi>c</mi>"#),
    ("rho_i", r#"<msub><mi>ρ</mi><mi>i</mi></msub>"#),
    ("next", r#"<msub><mi>ν</mi><mi>i</mi></msub>"#),
    ("w_1", r#"<msub><mi>w</mi><mn>1</mn></msub>"#),
    ("w_3", r#"<msub><mi>w</mi><mn>3</mn></msub>"#),
    ("r_i", r#"<msub><mover><mi>r</mi><mo>¯</mo></mover><mi>i</mi></msub>"#),
    ("rho_out", r#"<mi>ρ</mi><mi>′</mi>"#),
    ("u_out", r#"<mi>u</mi><mi>′</mi>"#),
    ("eta", r#"<mi>η</mi>"#),
    ("complete_m", r#"<mi>κ</mi>"#),
    ("eta_complete", r#"<msub><mi>η</mi><mrow><mtext>all</mtext></mrow></msub>"#),
];
