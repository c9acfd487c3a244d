//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // 4.2, load
    [r#"<mtext>load</mtext><mo>=</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>m</mi><mo stretchy="false">)</mo><mi>ρ</mi><mo>+</mo><mi>m</mi><mi>ρ</mi><mi>f</mi>"#,
     r#"<mo>=</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{m}<mo stretchy="false">)</mo><mo>⋅</mo>{rho}<mo>+</mo>{m}<mo>⋅</mo>{rho}<mo>⋅</mo>{f}<mo>=</mo>{load}"#],
    // 4.1, c_i
    [r#"<msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mfrac><mrow><mi>f</mi><mo>−</mo><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msup><mo>+</mo><mi>f</mi><mo>−</mo><mn>1</mn></mrow></mfrac></mtd><mtd><mi>i</mi><mo>&lt;</mo><mi>n</mi><mo>−</mo><mn>1</mn></mtd></mtr><mtr><mtd><mfrac><mrow><mi>f</mi><mo>−</mo><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></msup></mrow></mfrac></mtd><mtd><mi>i</mi><mo>=</mo><mi>n</mi><mo>−</mo><mn>1</mn></mtd></mtr></mtable></mrow>"#,
     r#"<mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mfrac><mrow>{f}<mo>−</mo><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msup><mo>+</mo>{f}<mo>−</mo><mn>1</mn></mrow></mfrac></mtd><mtd><mi>i</mi><mo>&lt;</mo>{n}<mo>−</mo><mn>1</mn></mtd></mtr><mtr><mtd><mfrac><mrow>{f}<mo>−</mo><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow>{n}<mo>−</mo><mn>1</mn></mrow></msup></mrow></mfrac></mtd><mtd><mi>i</mi><mo>=</mo>{n}<mo>−</mo><mn>1</mn></mtd></mtr></mtable></mrow><mo>=</mo>{c_i}"#],
    // 4.1, c_i
    [r#"<msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><mi>f</mi><mo>,</mo><msup><mn>2</mn><mrow><mi>n</mi><mo>−</mo><mi>i</mi></mrow></msup><mo stretchy="false">)</mo></mrow><mrow><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><mi>f</mi><mo>,</mo><msup><mn>2</mn><mrow><mi>n</mi><mo>−</mo><mn>1</mn><mo>−</mo><mi>i</mi></mrow></msup><mo stretchy="false">)</mo></mrow></mfrac><mo>−</mo><mn>1</mn>"#,
     r#"<mo>=</mo><mfrac><mrow><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo>{f}<mo>,</mo><msup><mn>2</mn><mrow>{n}<mo>−</mo><mi>i</mi></mrow></msup><mo stretchy="false">)</mo></mrow><mrow><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo>{f}<mo>,</mo><msup><mn>2</mn><mrow>{n}<mo>−</mo><mn>1</mn><mo>−</mo><mi>i</mi></mrow></msup><mo stretchy="false">)</mo></mrow></mfrac><mo>−</mo><mn>1</mn><mo>=</mo>{c_i}"#],
    // 4.1, c_i
    [r#"<msub><mi>c</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mrow><mi>h</mi><mtext>&nbsp;copied</mtext></mrow></msub><msub><mi>r</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mi>h</mi><mo stretchy="false">)</mo></mrow><mrow><msub><mo>∑</mo><mi>h</mi></msub><msub><mi>r</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mi>h</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{c_i}"#],
    // (1)
    [r#"<msub><mi>ρ</mi><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msub><mo>=</mo><msub><mi>ρ</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><msub><mi>m</mi><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub><mo stretchy="false">)</mo><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>4</mn></mrow></mfrac><msubsup><mi>ρ</mi><mi>i</mi><mn>2</mn></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><msub><mi>m</mi><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub><msup><mo stretchy="false">)</mo><mn>2</mn></msup><wbr><mi>−</mi><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><msubsup><mi>ρ</mi><mi>i</mi><mn>2</mn></msubsup><msub><mi>m</mi><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>m</mi><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{rho_i-1}"#],
    // (1)
    [r#"<msub><mi>ρ</mi><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msub><mo>=</mo><mn>2</mn><msub><mo>∑</mo><mrow><mi>h</mi><mi>′</mi></mrow></msub><msub><mo>∑</mo><mrow><mi>h</mi><mo>→</mo><mi>h</mi><mi>′</mi></mrow></msub><msub><mi>r</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mi>h</mi><mo stretchy="false">)</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><msub><mi>Q</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mi>h</mi><mo stretchy="false">)</mo><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{rho_i-1}"#],
    // (2)
    [r#"<msub><mi>u</mi><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msub><mo>=</mo><msub><mi>ρ</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>m</mi><mi>i</mi></msub><mo stretchy="false">)</mo><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>4</mn></mrow></mfrac><msubsup><mi>ρ</mi><mi>i</mi><mn>2</mn></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>m</mi><mi>i</mi></msub><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><msub><mi>m</mi><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{u_i-1}"#],
    // (2)
    [r#"<msub><mi>u</mi><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msub><mo>=</mo><mn>2</mn><msub><mo>∑</mo><mrow><mi>h</mi><mi>′</mi><mtext>&nbsp;unicast</mtext></mrow></msub><msub><mo>∑</mo><mrow><mi>h</mi><mo>→</mo><mi>h</mi><mi>′</mi></mrow></msub><msub><mi>r</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mi>h</mi><mo stretchy="false">)</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><msub><mi>Q</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mi>h</mi><mo stretchy="false">)</mo><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{u_i-1}"#],
    // 4.1, m_i
    [r#"<msub><mi>m</mi><mi>i</mi></msub><mo>=</mo><mn>1</mn><mo>−</mo><mfrac><mrow><msub><mi>u</mi><mi>i</mi></msub></mrow><mrow><msub><mi>ρ</mi><mi>i</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{m_i}"#],
    // 4.1, η
    [r#"<mi>η</mi><mo>=</mo><mfrac><mrow><mi>ρ</mi><mi>′</mi><mo>−</mo><mi>u</mi><mi>′</mi></mrow><mrow><mi>f</mi></mrow></mfrac><mo>+</mo><mi>u</mi><mi>′</mi>"#,
     r#"<mo>=</mo><mfrac><mrow>{rho_out}<mo>−</mo>{u_out}</mrow><mrow>{f}</mrow></mfrac><mo>+</mo>{u_out}<mo>=</mo>{eta}"#],
    // 4.1, all destinations
    [r#"<msub><mi>η</mi><mrow><mtext>all</mtext></mrow></msub><mo>=</mo><mi>m</mi><mi>ρ</mi><mi>P</mi><mo>+</mo><mi>u</mi><mi>′</mi>"#,
     r#"<mo>=</mo>{m}<mo>⋅</mo>{rho}<mo>⋅</mo>{complete_m}<mo>+</mo>{u_out}<mo>=</mo>{eta_complete}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("n", r#"<mi>n</mi>"#),
    ("f", r#"<mi>f</mi>"#),
    ("m", r#"<mi>m</mi>"#),
    ("rho", r#"<mi>ρ</mi>"#),
    ("c_i", r#"<msub><mi>c</mi><mi>i</mi></msub>"#),
    ("rho_i", r#"<msub><mi>ρ</mi><mi>i</mi></msub>"#),
    ("m_i", r#"<msub><mi>m</mi><mi>i</mi></msub>"#),
    ("rho_i-1", r#"<msub><mi>ρ</mi><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msub>"#),
    ("u_i-1", r#"<msub><mi>u</mi><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msub>"#),
    ("rho_out", r#"<mi>ρ</mi><mi>′</mi>"#),
    ("u_out", r#"<mi>u</mi><mi>′</mi>"#),
    ("eta", r#"<mi>η</mi>"#),
    ("complete_m", r#"<mi>P</mi>"#),
    ("eta_complete", r#"<msub><mi>η</mi><mrow><mtext>all</mtext></mrow></msub>"#),
];
