//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // (1), P(k)
    [r#"<mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo><mo>=</mo><mfrac><mrow><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>n</mi></mrow><mrow><mi>k</mi></mrow></mfrac><mo>)</mo></mrow></mrow><mrow><msup><mn>2</mn><mi>n</mi></msup><mo>−</mo><mn>1</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_k}"#],
    // (1), d
    [r#"<mi>d</mi><mo>=</mo><mfrac><mrow><mi>n</mi></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi><mi>n</mi></mrow></msup><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{n}</mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi>{n}</mrow></msup><mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{d}"#],
    // (1), v_k
    [r#"<msub><mi>v</mi><mi>k</mi></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi></mrow></mfrac><msub><mo>∑</mo><mrow><mi>k</mi><mi>′</mi><mo>≥</mo><mi>k</mi></mrow></msub><mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mi>′</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{v_k}"#],
    // (1), p
    [r#"<mi>p</mi><mo>=</mo><mn>2</mn><mi>λ</mi><mi>d</mi>"#,
     r#"<mo>=</mo><mn>2</mn><mo>⋅</mo>{lambda}<mo>⋅</mo>{d}<mo>=</mo>{p}"#],
    // (2)
    [r#"<msub><mi>π</mi><mi>k</mi></msub><mo>=</mo><mfrac><mrow><msub><mi>v</mi><mi>k</mi></msub><msub><mi>τ</mi><mi>k</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>v</mi><mi>j</mi></msub><msub><mi>τ</mi><mi>j</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{pi_k}"#],
    // (3)
    [r#"<mi>g</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mo>=</mo><mi>g</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><msub><mi>|</mi><mrow><mi>t</mi><mo>=</mo><mn>1</mn></mrow></msub><mo>,</mo><mspace width="1em" /><mi>g</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mo>=</mo><msup><mi>q</mi><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></msup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>b</mi><mi>t</mi><mo stretchy="false">)</mo><mo>+</mo><mi>b</mi><msub><mo>∑</mo><mrow><mi>k</mi><mo>&lt;</mo><mi>n</mi></mrow></msub><msub><mi>π</mi><mi>k</mi></msub><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mi>k</mi></mrow><mrow><mi>n</mi></mrow></mfrac><mo>)</mo></mrow><msup><mi>q</mi><mrow><mi>n</mi><mo>−</mo><mn>1</mn><mo>−</mo><mi>k</mi></mrow></msup><msubsup><mo>∫</mo><mn>0</mn><mi>t</mi></msubsup><mo stretchy="false">(</mo><mi>q</mi><mo>−</mo><mi>g</mi><msup><mo stretchy="false">)</mo><mi>k</mi></msup><mspace width="0.16666667em" /><mi>d</mi><mi>s</mi>"#,
     r#"<mo>=</mo>{g_1}"#],
    // (4), q
    [r#"<mi>q</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mo>=</mo><mi>q</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><msub><mi>|</mi><mrow><mi>t</mi><mo>=</mo><mn>1</mn></mrow></msub><mo>,</mo><mspace width="1em" /><mi>q</mi><mi>′</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mo>=</mo><mi>−</mi><mfrac><mrow><mi>b</mi></mrow><mrow><mi>n</mi></mrow></mfrac><msup><mi>q</mi><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></msup><msub><mo>∑</mo><mi>k</mi></msub><msub><mi>π</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><mi>u</mi><mo>+</mo><mi>⋯</mi><mo>+</mo><msup><mi>u</mi><mrow><mi>k</mi><mo>−</mo><mn>1</mn></mrow></msup><mo stretchy="false">)</mo><mo>,</mo><mspace width="1em" /><mi>u</mi><mo>=</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mi>g</mi></mrow><mrow><mi>q</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{q_1}"#],
    // (4), u
    [r#"<mover><mi>u</mi><mo>¯</mo></mover><mo>=</mo><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>u</mi><mspace width="0.16666667em" /><mi>d</mi><mi>t</mi>"#,
     r#"<mo>=</mo>{met}"#],
    // (5)
    [r#"<msub><mi>q</mi><mrow><mtext>B</mtext></mrow></msub><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mo>=</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn><mo>−</mo><mi>q</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mi>b</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{q_B1}"#],
    // (6)
    [r#"<msub><mi>r</mi><mn>0</mn></msub><mo>=</mo><mn>1</mn><mo>−</mo><mi>q</mi><mo stretchy="false">(</mo><mn>1</mn><msup><mo stretchy="false">)</mo><mrow><mi>n</mi></mrow></msup>"#,
     r#"<mo>=</mo><mn>1</mn><mo>−</mo><msup>{q_1}<mrow>{n}</mrow></msup><mo>=</mo>{r_0}"#],
    // (7)
    [r#"<msub><mover><mi>S</mi><mo>¯</mo></mover><mi>k</mi></msub><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>y</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><msub><mi>S</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo></mrow><mrow><msub><mi>τ</mi><mi>k</mi></msub></mrow></mfrac><mo>,</mo><mspace width="1em" /><msub><mi>S</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><mo>=</mo><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><msup><mi>q</mi><mrow><mi>n</mi><mo>−</mo><mi>k</mi></mrow></msup><msubsup><mi>q</mi><mrow><mtext>B</mtext></mrow><mi>i</mi></msubsup><mrow><mo>(</mo><mn>1</mn><mo>−</mo><msubsup><mi>u</mi><mrow><mtext>B</mtext></mrow><mi>i</mi></msubsup><msubsup><mi>u</mi><mrow><mtext>E</mtext></mrow><mrow><mi>k</mi><mo>−</mo><mi>i</mi></mrow></msubsup><mo>)</mo></mrow><mi>d</mi><mi>t</mi>"#,
     r#"<mo>=</mo>{S_k}"#],
    // (8)
    [r#"<msub><mi>r</mi><mn>1</mn></msub><mo>=</mo><msub><mo>∑</mo><mrow><mi>k</mi><mo>,</mo><mi>i</mi></mrow></msub><msub><mi>e</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><msub><mi>R</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><mo>,</mo><mspace width="1em" /><msub><mi>R</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><mo>=</mo><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>−</mi><mo stretchy="false">(</mo><msup><mi>q</mi><mrow><mi>n</mi><mo>−</mo><mi>k</mi></mrow></msup><msubsup><mi>q</mi><mrow><mtext>B</mtext></mrow><mi>i</mi></msubsup><mo stretchy="false">)</mo><mi>′</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>t</mi><mo stretchy="false">)</mo><mo>+</mo><msubsup><mi>q</mi><mrow><mtext>B</mtext></mrow><mi>i</mi></msubsup><msubsup><mi>u</mi><mrow><mtext>B</mtext></mrow><mi>i</mi></msubsup><msubsup><mi>u</mi><mrow><mtext>E</mtext></mrow><mrow><mi>k</mi><mo>−</mo><mi>i</mi></mrow></msubsup><mrow><mo>(</mo><msup><mi>q</mi><mrow><mi>n</mi><mo>−</mo><mi>k</mi></mrow></msup><mo>−</mo><mi>q</mi><mo stretchy="false">(</mo><mn>1</mn><msup><mo stretchy="false">)</mo><mrow><mi>n</mi><mo>−</mo><mi>k</mi></mrow></msup><mo>)</mo></mrow><mi>d</mi><mi>t</mi>"#,
     r#"<mo>=</mo>{receiving}"#],
    // (8), R
    [r#"<mover><mi>R</mi><mo>¯</mo></mover><mo>=</mo><mfrac><mrow><msub><mi>r</mi><mn>1</mn></msub></mrow><mrow><mi>b</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{receiving}</mrow><mrow>{b}</mrow></mfrac><mo>=</mo>{received}"#],
    // (9), α
    [r#"<mi>α</mi><mo>=</mo><mn>1</mn><mo>−</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><msub><mi>r</mi><mn>0</mn></msub><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi></mrow></mfrac><mo>)</mo></mrow><mo>)</mo></mrow><msup><mi>e</mi><mrow><mi>−</mi><mi>λ</mi></mrow></msup>"#,
     r#"<mo>=</mo>{alpha}"#],
    // (9), β
    [r#"<mi>β</mi><mo>=</mo><mi>min</mi><mo>⁡</mo><mspace width="0.1667em" /><mrow><mo>(</mo><mn>1</mn><mo>,</mo><mi>α</mi><mfrac><mrow><mn>1</mn><mo>−</mo><mi>b</mi></mrow><mrow><mi>b</mi></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{beta}"#],
    // (10), (11)
    [r#"<msub><mi>τ</mi><mi>k</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>y</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><mo>,</mo><mspace width="1em" /><msub><mi>y</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mi>′</mi><mo stretchy="false">)</mo><mo>=</mo><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>k</mi></mrow><mrow><mi>i</mi><mi>′</mi></mrow></mfrac><mo>)</mo></mrow><msup><mi>b</mi><mrow><mi>i</mi><mi>′</mi></mrow></msup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>b</mi><msup><mo stretchy="false">)</mo><mrow><mi>k</mi><mo>−</mo><mi>i</mi><mi>′</mi></mrow></msup><mo>+</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>y</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>S</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo><mo stretchy="false">)</mo><msub><mi>A</mi><mi>k</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo>,</mo><mi>i</mi><mi>′</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{tau_k}"#],
    // (12), τ
    [r#"<mover><mi>τ</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mi>k</mi></msub><msub><mi>v</mi><mi>k</mi></msub><msub><mi>τ</mi><mi>k</mi></msub>"#,
     r#"<mo>=</mo>{tau_mean}"#],
    // (12), b
    [r#"<mi>b</mi><mo>=</mo><mi>λ</mi><mi>d</mi><mover><mi>τ</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo>{d}<mo>⋅</mo>{tau_mean}<mo>=</mo>{b}"#],
    // (14), τ
    [r#"<msub><mover><mi>τ</mi><mo>¯</mo></mover><mrow><mtext>max</mtext></mrow></msub><mo>=</mo><msub><mo>∑</mo><mi>k</mi></msub><msub><mi>v</mi><mi>k</mi></msub><msup><mrow><mo>(</mo><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><msup><mi>q</mi><mi>n</mi></msup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mi>u</mi><mi>k</mi></msup><mo stretchy="false">)</mo><mspace width="0.16666667em" /><mi>d</mi><mi>t</mi><mo>)</mo></mrow><mrow><mi>−</mi><mn>1</mn></mrow></msup>"#,
     r#"<mo>=</mo>{tau_max}"#],
    // (14), λ_max
    [r#"<msub><mi>λ</mi><mrow><mtext>max</mtext></mrow></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi><msub><mover><mi>τ</mi><mo>¯</mo></mover><mrow><mtext>max</mtext></mrow></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow>{d}<mo>⋅</mo>{tau_max}</mrow></mfrac><mo>=</mo>{lambda_max}"#],
    // (16)
    [r#"<msub><mi>e</mi><mi>k</mi></msub><mo>=</mo><mi>λ</mi><mi>d</mi><mspace width="0.16666667em" /><msub><mi>v</mi><mi>k</mi></msub><msub><mi>τ</mi><mi>k</mi></msub>"#,
     r#"<mo>=</mo>{e_k}"#],
    // (15), F
    [r#"<mi>F</mi><mo>=</mo><mfrac><mrow><mi>λ</mi><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi></mrow></mfrac><mo>)</mo></mrow><mo stretchy="false">(</mo><msub><mi>r</mi><mn>1</mn></msub><mo>+</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>b</mi><mo stretchy="false">)</mo><msub><mi>r</mi><mn>0</mn></msub><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda}<mo>⋅</mo><mo stretchy="false">(</mo>{d}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow>{d}</mrow></mfrac><mo>)</mo></mrow><mo>⋅</mo><mo stretchy="false">(</mo>{receiving}<mo>+</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{b}<mo stretchy="false">)</mo><mo>⋅</mo>{r_0}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{F}"#],
    // (15), x_0
    [r#"<msub><mi>x</mi><mn>0</mn></msub><mo>=</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi></mrow></mfrac><mo>)</mo></mrow><mi>F</mi><msub><mi>r</mi><mn>0</mn></msub>"#,
     r#"<mo>=</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow>{d}</mrow></mfrac><mo>)</mo></mrow><mo>⋅</mo>{F}<mo>⋅</mo>{r_0}<mo>=</mo>{x_0}"#],
    // (18)
    [r#"<mover><mi>N</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mi>a</mi></msub><msub><mi>E</mi><mi>a</mi></msub><mo>,</mo><mspace width="1em" /><msub><mi>M</mi><mn>0</mn></msub><mi>E</mi><mo>=</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>b</mi><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mi>λ</mi><mo>+</mo><msub><mi>x</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mi>f</mi><mo>−</mo><msub><mi>M</mi><mn>1</mn></msub><mi>e</mi>"#,
     r#"<mo>=</mo>{queue}"#],
    // (19)
    [r#"<mtext>Delay</mtext><mo>=</mo><mfrac><mrow><mover><mi>N</mi><mo>¯</mo></mover></mrow><mrow><mi>λ</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{queue}</mrow><mrow>{lambda}</mrow></mfrac><mo>=</mo>{latency}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("n", r#"<mi>n</mi>"#),
    ("lambda", r#"<mi>λ</mi>"#),
    ("P_k", r#"<mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo>"#),
    ("d", r#"<mi>d</mi>"#),
    ("v_k", r#"<msub><mi>v</mi><mi>k</mi></msub>"#),
    ("p", r#"<mi>p</mi>"#),
    ("pi_k", r#"<msub><mi>π</mi><mi>k</mi></msub>"#),
    ("g_1", r#"<mi>g</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo>"#),
    ("q_1", r#"<mi>q</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo>"#),
    ("met", r#"<mover><mi>u</mi><mo>¯</mo></mover>"#),
    ("q_B1", r#"<msub><mi>q</mi><mrow><mtext>B</mtext></mrow></msub><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo>"#),
    ("r_0", r#"<msub><mi>r</mi><mn>0</mn></msub>"#),
    ("S_k", r#"<msub><mover><mi>S</mi><mo>¯</mo></mover><mi>k</mi></msub>"#),
    ("receiving", r#"<msub><mi>r</mi><mn>1</mn></msub>"#),
    ("received", r#"<mover><mi>R</mi><mo>¯</mo></mover>"#),
    ("alpha", r#"<mi>α</mi>"#),
    ("beta", r#"<mi>β</mi>"#),
    ("tau_k", r#"<msub><mi>τ</mi><mi>k</mi></msub>"#),
    ("tau_mean", r#"<mover><mi>τ</mi><mo>¯</mo></mover>"#),
    ("b", r#"<mi>b</mi>"#),
    ("tau_max", r#"<msub><mover><mi>τ</mi><mo>¯</mo></mover><mrow><mtext>max</mtext></mrow></msub>"#),
    ("lambda_max", r#"<msub><mi>λ</mi><mrow><mtext>max</mtext></mrow></msub>"#),
    ("e_k", r#"<msub><mi>e</mi><mi>k</mi></msub>"#),
    ("F", r#"<mi>F</mi>"#),
    ("x_0", r#"<msub><mi>x</mi><mn>0</mn></msub>"#),
    ("queue", r#"<mover><mi>N</mi><mo>¯</mo></mover>"#),
];
