//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // (1), p_d
    [r#"<msub><mi>p</mi><mi>d</mi></msub><mo>=</mo><mfrac><mrow><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>n</mi></mrow><mrow><mi>d</mi></mrow></mfrac><mo>)</mo></mrow></mrow><mrow><msup><mn>2</mn><mi>n</mi></msup><mo>−</mo><mn>1</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{p_d}"#],
    // (1), d̄
    [r#"<mover><mi>d</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mi>d</mi></msub><mi>d</mi><mspace width="0.16666667em" /><msub><mi>p</mi><mi>d</mi></msub>"#,
     r#"<mo>=</mo>{dbar}"#],
    // (1), C_j
    [r#"<msub><mi>C</mi><mi>j</mi></msub><mo>=</mo><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow><mrow><mi>j</mi></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{C_j}"#],
    // (1), λ_c
    [r#"<msub><mi>λ</mi><mi>c</mi></msub><mo>=</mo><mfrac><mrow><mi>λ</mi><mover><mi>d</mi><mo>¯</mo></mover></mrow><mrow><mi>n</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda}<mo>⋅</mo>{dbar}</mrow><mrow>{n}</mrow></mfrac><mo>=</mo>{lam_c}"#],
    // (1), U
    [r#"<mi>U</mi><mo>=</mo><msub><mi>λ</mi><mi>c</mi></msub><mi>M</mi>"#,
     r#"<mo>=</mo>{lam_c}<mo>⋅</mo>{flits}<mo>=</mo>{U}"#],
    // (3), (4)
    [r#"<mi>S</mi><mo stretchy="false">(</mo><mi>v</mi><mo stretchy="false">)</mo><mo>=</mo><mrow><mi mathvariant="normal">E</mi></mrow><mo stretchy="false">[</mo><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><mn>1</mn><mo>,</mo><msub><mi>m</mi><mn>1</mn></msub><mo>+</mo><mi>⋯</mi><mo>+</mo><msub><mi>m</mi><mi>v</mi></msub><mo stretchy="false">)</mo><mo stretchy="false">]</mo>"#,
     r#"<mo>=</mo>{S}"#],
    // (5), ψ
    [r#"<msub><mi>ψ</mi><mi>j</mi></msub><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mrow><mi>d</mi><mo>&gt;</mo><mi>j</mi></mrow></msub><msub><mi>p</mi><mi>d</mi></msub><msub><mi>σ</mi><mi>d</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><msub><mi>σ</mi><mi>d</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{psi}"#],
    // (5), Nf
    [r#"<msub><mi>N</mi><mrow><mtext>f</mtext></mrow></msub><mo>=</mo><mi>V</mi><mfrac><mrow><mo stretchy="false">(</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>ψ</mi><mi>j</mi></msub><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow><mrow><msub><mo>∑</mo><mi>j</mi></msub><msubsup><mi>ψ</mi><mi>j</mi><mn>2</mn></msubsup><mo>/</mo><msub><mi>C</mi><mi>j</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{Nf}"#],
    // (5), Nf
    [r#"<msub><mi>N</mi><mrow><mtext>f</mtext></mrow></msub><mo>=</mo><mn>2</mn><mi>V</mi><mfrac><mrow><mo stretchy="false">(</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>ψ</mi><mi>j</mi></msub><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow><mrow><msub><mo>∑</mo><mi>j</mi></msub><msubsup><mi>ψ</mi><mi>j</mi><mn>2</mn></msubsup><mo>/</mo><msub><mi>C</mi><mi>j</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{Nf}"#],
    // (5), F
    [r#"<msub><mi>F</mi><mi>i</mi></msub><mo>=</mo><mi>max</mi><mo>⁡</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>i</mi><mo>/</mo><msub><mi>N</mi><mrow><mtext>f</mtext></mrow></msub><mo>,</mo><msup><mn>10</mn><mrow><mi>−</mi><mn>6</mn></mrow></msup><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{F}"#],
    // (6), ts
    [r#"<msub><mi>t</mi><mi>s</mi></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mrow><mo>(</mo><msub><mi>s</mi><mi>d</mi></msub><mo>−</mo><mfrac><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{ts}"#],
    // (6), ts
    [r#"<msub><mi>t</mi><mi>s</mi></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mrow><mo>(</mo><mn>2</mn><mi>d</mi><mo>−</mo><mfrac><mrow><mi>d</mi><mo>+</mo><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>+</mo><mo stretchy="false">[</mo><mi>d</mi><mo>&gt;</mo><mn>1</mn><mo stretchy="false">]</mo><mfrac><mrow><msub><mi>s</mi><mi>d</mi></msub><mo>−</mo><mn>2</mn><mi>d</mi></mrow><mrow><mn>2</mn></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{ts}"#],
    // (6), a
    [r#"<mi>a</mi><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>c</mi></msub></mrow><mrow><msub><mo>∑</mo><mrow><mi>i</mi><mo>&lt;</mo><mi>V</mi></mrow></msub><msub><mi>F</mi><mi>i</mi></msub><msub><mi>P</mi><mi>i</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{a}"#],
    // (6), Pi
    [r#"<msub><mi>P</mi><mi>i</mi></msub><mo>=</mo><msub><mo>∑</mo><mrow><mi>u</mi><mo>+</mo><mi>v</mi><mo>=</mo><mi>i</mi></mrow></msub><mi>P</mi><mo stretchy="false">(</mo><mi>u</mi><mo>,</mo><mi>v</mi><mo stretchy="false">)</mo><mo>,</mo><mspace width="1em" /><mi>P</mi><mo stretchy="false">(</mo><mi>u</mi><mo>,</mo><mi>v</mi><mo stretchy="false">)</mo><mo>∝</mo><msup><mi>a</mi><mrow><mi>u</mi><mo>+</mo><mi>v</mi></mrow></msup><mfrac><mrow><msubsup><mi>t</mi><mi>s</mi><mi>u</mi></msubsup></mrow><mrow><mi>u</mi><mi>!</mi></mrow></mfrac><msub><mo>∏</mo><mrow><mi>h</mi><mo>&lt;</mo><mi>u</mi><mo>+</mo><mi>v</mi></mrow></msub><msub><mi>F</mi><mi>h</mi></msub><msubsup><mo>∏</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>v</mi></msubsup><mfrac><mrow><mi>M</mi></mrow><mrow><mi>S</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{Pi}"#],
    // (7), P̂_v
    [r#"<msub><mover><mi>P</mi><mi>^</mi></mover><mi>v</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>u</mi></msub><mi>P</mi><mo stretchy="false">(</mo><mi>u</mi><mo>,</mo><mi>v</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{Pv}"#],
    // (7), P⁰
    [r#"<msubsup><mi>P</mi><mi>K</mi><mn>0</mn></msubsup><mo>=</mo><mfrac><mrow><msub><mi>F</mi><mi>K</mi></msub><msub><mo>∑</mo><mrow><mi>u</mi><mo>&lt;</mo><mi>V</mi><mo>−</mo><mi>K</mi></mrow></msub><mi>P</mi><mo stretchy="false">(</mo><mi>u</mi><mo>,</mo><mi>K</mi><mo stretchy="false">)</mo></mrow><mrow><msub><mo>∑</mo><mrow><mi>K</mi><mi>′</mi></mrow></msub><msub><mi>F</mi><mrow><mi>K</mi><mi>′</mi></mrow></msub><msub><mo>∑</mo><mrow><mi>u</mi><mo>&lt;</mo><mi>V</mi><mo>−</mo><mi>K</mi><mi>′</mi></mrow></msub><mi>P</mi><mo stretchy="false">(</mo><mi>u</mi><mo>,</mo><mi>K</mi><mi>′</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{P0}"#],
    // (8), π_1
    [r#"<msub><mi>π</mi><mrow><mn>1</mn><mo>,</mo><mi>K</mi></mrow></msub><mo>=</mo><msup><mi>P</mi><mn>0</mn></msup><msup><mrow><mo>(</mo><mi>diag</mi><mo>⁡</mo><mspace width="0.1667em" /><mfrac><mrow><mi>μ</mi></mrow><mrow><mi>M</mi></mrow></mfrac><mo>−</mo><mi>Q</mi><mo>)</mo></mrow><mrow><mi>−</mi><mn>1</mn></mrow></msup>"#,
     r#"<mo>=</mo>{pi_1}"#],
    // (8), π_n
    [r#"<msub><mi>π</mi><mrow><mi>n</mi><mo>,</mo><mi>K</mi></mrow></msub><mo>=</mo><msup><mi>P</mi><mn>0</mn></msup><msup><mrow><mo>(</mo><mi>diag</mi><mo>⁡</mo><mspace width="0.1667em" /><mfrac><mrow><mi>μ</mi></mrow><mrow><mi>M</mi></mrow></mfrac><mo>−</mo><mi>Q</mi><mo>)</mo></mrow><mrow><mi>−</mi><mn>1</mn></mrow></msup><mo>,</mo><mspace width="1em" /><msub><mi>μ</mi><mi>K</mi></msub><mo>=</mo><mfrac><mrow><mn>2</mn></mrow><mrow><mn>3</mn></mrow></mfrac><msub><mo>∑</mo><mi>l</mi></msub><msub><mi>q</mi><mi>l</mi></msub><msub><mi>R</mi><mi>K</mi></msub><mo stretchy="false">(</mo><mi>l</mi><mo stretchy="false">)</mo><mo>+</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>3</mn></mrow></mfrac><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>δ</mi><mo stretchy="false">)</mo><msub><mi>R</mi><mi>K</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mfrac><mrow><msub><mi>σ</mi><mn>1</mn></msub></mrow><mrow><msub><mi>σ</mi><mi>n</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{pi_n}"#],
    // (9)
    [r#"<mi>φ</mi><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></mfrac><mfrac><mrow><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mi>σ</mi><mi>d</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mspace width="0.16666667em" /><msub><mi>σ</mi><mi>d</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{phi}"#],
    // (10)
    [r#"<msub><mi>σ</mi><mi>d</mi></msub><mo>=</mo><msup><mrow><mo>(</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>24</mn></mrow></mfrac><msub><mo>∑</mo><mi>i</mi></msub><msubsup><mi>G</mi><mrow><mi>d</mi><mo>,</mo><mi>i</mi></mrow><mrow><mn>1</mn><mo>+</mo><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>φ</mi><mo stretchy="false">)</mo></mrow></msubsup><mo>)</mo></mrow><mrow><mi>−</mi><mn>1</mn></mrow></msup><mo>,</mo><mspace width="1em" /><msub><mi>G</mi><mrow><mi>d</mi><mo>,</mo><mi>i</mi></mrow></msub><mo>=</mo><msub><mo>∑</mo><mi>K</mi></msub><msub><mi>π</mi><mrow><mi>d</mi><mo>,</mo><mi>K</mi></mrow></msub><msub><mi>Y</mi><mi>K</mi></msub><mo stretchy="false">(</mo><mi>i</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{sigma}"#],
    // (12), δ
    [r#"<mi>δ</mi><mo>=</mo><mn>1</mn><mo>−</mo><mfrac><mrow><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mi>M</mi><msub><mi>σ</mi><mi>d</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mo stretchy="false">(</mo><msub><mi>D</mi><mi>d</mi></msub><mo>−</mo><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mi>τ</mi><mo>/</mo><mn>2</mn><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{delta}"#],
    // (12), τ
    [r#"<mi>τ</mi><mo>=</mo><mn>1</mn><mo>+</mo><mfrac><mrow><msub><mi>σ</mi><mn>1</mn></msub><mo>−</mo><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>"#,
     r#"<mo>=</mo><mn>1</mn><mo>+</mo><mfrac><mrow>{sigma_1}<mo>−</mo><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>=</mo>{tau}"#],
    // (12), data_d
    [r#"<msub><mi>D</mi><mi>d</mi></msub><mo>=</mo><mi>d</mi><mi>τ</mi><mo>+</mo><mo stretchy="false">(</mo><mi>M</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mi>σ</mi><mi>d</mi></msub><mo>+</mo><mn>1</mn>"#,
     r#"<mo>=</mo>{data_d}"#],
    // (12), data
    [r#"<mover><mi>D</mi><mo>¯</mo></mover><mo>=</mo><mover><mi>d</mi><mo>¯</mo></mover><mi>τ</mi><mo>+</mo><mo stretchy="false">(</mo><mi>M</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mover><mi>σ</mi><mo>¯</mo></mover><mo>+</mo><mn>1</mn>"#,
     r#"<mo>=</mo>{dbar}<mo>⋅</mo>{tau}<mo>+</mo><mo stretchy="false">(</mo>{flits}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo>⋅</mo>{sigma_mean}<mo>+</mo><mn>1</mn><mo>=</mo>{data}"#],
    // (13), PV
    [r#"<mrow><mi>𝑃</mi><mi>𝑉</mi></mrow><mo>=</mo><mfrac><mrow><msub><mi>P</mi><mi>V</mi></msub><msub><mi>F</mi><mi>V</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>P</mi><mi>i</mi></msub><msub><mi>F</mi><mi>i</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{PV}"#],
    // (13), b
    [r#"<msub><mi>b</mi><mi>h</mi></msub><mo>=</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mfrac><mrow><msub><mi>ψ</mi><mi>h</mi></msub></mrow><mrow><mi>n</mi><msub><mi>C</mi><mi>h</mi></msub></mrow></mfrac><mo>)</mo></mrow><mfrac><mrow><msub><mi>P</mi><mn>1</mn></msub><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>f</mi><mi>h</mi></msub><mo stretchy="false">)</mo></mrow><mrow><mn>1</mn><mo>−</mo><msub><mi>P</mi><mn>1</mn></msub><msub><mi>f</mi><mi>h</mi></msub></mrow></mfrac><mo>,</mo><mspace width="1em" /><msub><mi>f</mi><mi>h</mi></msub><mo>=</mo><mfrac><mrow><msub><mi>ψ</mi><mi>h</mi></msub></mrow><mrow><msub><mi>C</mi><mi>h</mi></msub><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>ψ</mi><mi>j</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{b_h}"#],
    // (13), wt
    [r#"<mi>w</mi><mo>=</mo><mfrac><mrow><mi>M</mi></mrow><mrow><mi>S</mi><mo stretchy="false">(</mo><mi>V</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{wt}"#],
    // (13), wt
    [r#"<mi>w</mi><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mrow><mo>(</mo><msub><mi>t</mi><mi>s</mi></msub><mo>+</mo><mfrac><mrow><mi>M</mi></mrow><mrow><mi>S</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{wt}"#],
    // (13), w_d
    [r#"<msub><mi>w</mi><mi>d</mi></msub><mo>=</mo><mn>2</mn><mi>w</mi><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><msub><mi>Q</mi><mrow><mi>d</mi><mo>,</mo><mi>d</mi></mrow></msub><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo><mspace width="0.16666667em" /><mi>d</mi><mi>x</mi><mo>,</mo><mspace width="1em" /><msub><mi>Q</mi><mrow><mi>d</mi><mo>,</mo><mi>r</mi></mrow></msub><mo>=</mo><msup><mrow><mo>(</mo><mi>b</mi><mi>x</mi><mo>+</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>b</mi><mi>x</mi><mo stretchy="false">)</mo><msub><mi>Q</mi><mrow><mi>d</mi><mo>,</mo><mi>r</mi><mo>−</mo><mn>1</mn></mrow></msub><mo>)</mo></mrow><mi>r</mi></msup><msub><mi>|</mi><mrow><mi>b</mi><mo>=</mo><msub><mi>b</mi><mrow><mi>d</mi><mo>−</mo><mi>r</mi></mrow></msub></mrow></msub><mo>,</mo><mspace width="1em" /><msub><mi>Q</mi><mrow><mi>d</mi><mo>,</mo><mn>0</mn></mrow></msub><mo>=</mo><mn>0</mn>"#,
     r#"<mo>=</mo>{w_d}"#],
    // (13), s_d
    [r#"<msub><mi>s</mi><mi>d</mi></msub><mo>=</mo><mn>2</mn><mi>d</mi><mo>+</mo><mrow><mi>𝑃</mi><mi>𝑉</mi></mrow><mfrac><mrow><mn>2</mn><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mn>1</mn><mo>−</mo><mi>P</mi><msub><mi>′</mi><mi>d</mi></msub></mrow></mfrac><mo>,</mo><mspace width="1em" /><mi>P</mi><msub><mi>′</mi><mi>d</mi></msub><mo>=</mo><mfrac><mrow><msup><mi>e</mi><mrow><mi>−</mi><mn>2</mn><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo>/</mo><mi>w</mi></mrow></msup></mrow><mrow><mi>d</mi></mrow></mfrac><mo>+</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi></mrow></mfrac><mo>)</mo></mrow><mrow><mi>𝑃</mi><mi>𝑉</mi></mrow><mo>,</mo><mspace width="1em" /><msub><mi>s</mi><mn>1</mn></msub><mo>=</mo><mn>2</mn><mo>+</mo><mrow><mi>𝑃</mi><mi>𝑉</mi></mrow><mspace width="0.16666667em" /><mi>w</mi>"#,
     r#"<mo>=</mo>{s_d}"#],
    // (13), s_d
    [r#"<msub><mi>s</mi><mi>d</mi></msub><mo>=</mo><mn>2</mn><mi>d</mi><mo>+</mo><msub><mi>w</mi><mi>d</mi></msub><mo>+</mo><msub><mi>b</mi><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msub><mfrac><mrow><mn>2</mn><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mn>1</mn><mo>−</mo><mi>P</mi><msub><mi>′</mi><mi>d</mi></msub></mrow></mfrac><mo>,</mo><mspace width="1em" /><mi>P</mi><msub><mi>′</mi><mi>d</mi></msub><mo>=</mo><mfrac><mrow><msup><mi>e</mi><mrow><mi>−</mi><mn>2</mn><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo>/</mo><mi>w</mi></mrow></msup></mrow><mrow><mi>d</mi></mrow></mfrac><mo>+</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi></mrow></mfrac><mo>)</mo></mrow><msub><mi>b</mi><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msub>"#,
     r#"<mo>=</mo>{s_d}"#],
    // (13), set-up
    [r#"<mover><mi>s</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><msub><mi>s</mi><mi>d</mi></msub>"#,
     r#"<mo>=</mo>{setup}"#],
    // (14)
    [r#"<msub><mi>T</mi><mi>d</mi></msub><mo>=</mo><msub><mi>s</mi><mi>d</mi></msub><mo>+</mo><msub><mi>D</mi><mi>d</mi></msub><mo>−</mo><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mi>d</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mi>σ</mi><mi>d</mi></msub><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{slot_d}"#],
    // (14), (15)
    [r#"<mi>T</mi><mo>=</mo><mover><mi>s</mi><mo>¯</mo></mover><mo>+</mo><mover><mi>D</mi><mo>¯</mo></mover><mo>−</mo><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mi>d</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mi>σ</mi><mi>d</mi></msub><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{setup}<mo>+</mo>{data}<mo>−</mo>{drain}<mo>=</mo>{T}"#],
    // (15)
    [r#"<mi>ρ</mi><mo>=</mo><mfrac><mrow><mi>λ</mi><mi>T</mi></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda}<mo>⋅</mo>{T}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{rho}"#],
    // (16), c_D²
    [r#"<msubsup><mi>c</mi><mi>D</mi><mn>2</mn></msubsup><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><msubsup><mi>T</mi><mi>d</mi><mn>2</mn></msubsup></mrow><mrow><msup><mi>T</mi><mn>2</mn></msup></mrow></mfrac><mo>−</mo><mn>1</mn>"#,
     r#"<mo>=</mo>{cvD}"#],
    // (16), c²
    [r#"<msup><mi>c</mi><mn>2</mn></msup><mo>=</mo><msubsup><mi>c</mi><mi>D</mi><mn>2</mn></msubsup><mo>+</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msup><mi>T</mi><mn>2</mn></msup></mrow></mfrac><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mn>2</mn><msubsup><mi>σ</mi><mi>d</mi><mn>2</mn></msubsup><msubsup><mo>∫</mo><mn>0</mn><mrow><mi>M</mi><msub><mi>σ</mi><mi>d</mi></msub></mrow></msubsup><mo stretchy="false">(</mo><mi>M</mi><msub><mi>σ</mi><mi>d</mi></msub><mo>−</mo><mi>t</mi><mo stretchy="false">)</mo><msub><mspace width="0.1667em" /><mi>Cov</mi><mi>d</mi></msub><mo>⁡</mo><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mspace width="0.16666667em" /><mi>d</mi><mi>t</mi>"#,
     r#"<mo>=</mo>{cv2}"#],
    // (16), c²
    [r#"<msup><mi>c</mi><mn>2</mn></msup><mo>=</mo><msubsup><mi>c</mi><mi>D</mi><mn>2</mn></msubsup><mo>+</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msup><mi>T</mi><mn>2</mn></msup></mrow></mfrac><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mrow><mo>(</mo><mn>4</mn><msup><mi>w</mi><mn>2</mn></msup><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mn>2</mn><mi>x</mi><mspace width="0.16666667em" /><msub><mi>Q</mi><mrow><mi>d</mi><mo>,</mo><mi>d</mi></mrow></msub><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>x</mi><mo stretchy="false">)</mo><mspace width="0.16666667em" /><mi>d</mi><mi>x</mi><mo>−</mo><msubsup><mi>w</mi><mi>d</mi><mn>2</mn></msubsup><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{cv2}"#],
    // (17), W
    [r#"<mi>W</mi><mo>=</mo><mfrac><mrow><mi>ρ</mi><mi>T</mi><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><msup><mi>c</mi><mn>2</mn></msup><mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{rho}<mo>⋅</mo>{T}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo>{cv2}<mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{W}"#],
    // (17), latency
    [r#"<mtext>Latency</mtext><mo>=</mo><mover><mi>D</mi><mo>¯</mo></mover><mo>+</mo><mover><mi>s</mi><mo>¯</mo></mover><mo>+</mo><mi>W</mi>"#,
     r#"<mo>=</mo>{data}<mo>+</mo>{setup}<mo>+</mo>{W}<mo>=</mo>{latency}"#],
    // (18)
    [r#"<msub><mi>κ</mi><mi>c</mi></msub><mo>=</mo><msub><mi>δ</mi><mrow><mn>1</mn><mi>c</mi></mrow></msub><mo>+</mo><msub><mi>δ</mi><mrow><mn>2</mn><mi>c</mi></mrow></msub>"#,
     r#"<mo>=</mo>{kappa}"#],
    // (19)
    [r#"<msub><mi>T</mi><mrow><mtext>own</mtext></mrow></msub><mo>=</mo><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mrow><mo>(</mo><msub><mi>s</mi><mi>d</mi></msub><mo>+</mo><mi>D</mi><msub><mi>′</mi><mi>d</mi></msub><mo>−</mo><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mi>d</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><mi>σ</mi><msub><mi>′</mi><mi>d</mi></msub><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{T_own}"#],
    // (20), y
    [r#"<mi>y</mi><mo>=</mo><mfrac><mrow><mi>V</mi></mrow><mrow><mi>λ</mi><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{V}</mrow><mrow>{lambda}<mo>⋅</mo>{T_sat}</mrow></mfrac><mo>=</mo>{y}"#],
    // (20), T_sat
    [r#"<msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo>=</mo><msub><mi>T</mi><mrow><mtext>own</mtext></mrow></msub><mo stretchy="false">(</mo><mi>y</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{T_sat}"#],
    // (21), fast
    [r#"<msub><mi>w</mi><mrow><mtext>fast</mtext></mrow></msub><mo stretchy="false">(</mo><mi>T</mi><mo stretchy="false">)</mo><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>v</mi></msub><msub><mi>T</mi><mn>2</mn></msub></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>λ</mi><mi>v</mi></msub><mi>T</mi><mo stretchy="false">)</mo></mrow></mfrac><mo>+</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msub><mi>λ</mi><mi>v</mi></msub></mrow></mfrac><mrow><mo>(</mo><mi mathvariant="normal">Δ</mi><mo>+</mo><mfrac><mrow><mi>T</mi><mi>C</mi></mrow><mrow><mn>1</mn><mo>−</mo><msub><mi>λ</mi><mi>v</mi></msub><mi>T</mi></mrow></mfrac><mo>)</mo></mrow><mo>,</mo><mspace width="1em" /><msub><mi>λ</mi><mrow><mn>1,2</mn></mrow></msub><mo>→</mo><mi>m</mi><mo>+</mo><mo stretchy="false">(</mo><msub><mi>λ</mi><mrow><mn>1,2</mn></mrow></msub><mo>−</mo><mi>m</mi><mo stretchy="false">)</mo><msqrt><mrow><mfrac><mrow><msub><mi>κ</mi><mi>c</mi></msub><mi>T</mi></mrow><mrow><mn>1</mn><mo>+</mo><msub><mi>κ</mi><mi>c</mi></msub><mi>T</mi></mrow></mfrac></mrow></msqrt>"#,
     r#"<mo>=</mo>{W_fast}"#],
    // (21), fast, behind a backlog
    [r#"<msub><mi>w</mi><mrow><mtext>fast</mtext></mrow></msub><mo stretchy="false">(</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo stretchy="false">)</mo><mo>=</mo><msub><mi>w</mi><mrow><mtext>fast</mtext></mrow></msub><msub><mi>|</mi><mrow><mi>T</mi><mo>→</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub></mrow></msub>"#,
     r#"<mo>=</mo>{W_fast_sat}"#],
    // (21), all, behind a backlog
    [r#"<msub><mi>w</mi><mrow><mtext>all</mtext></mrow></msub><mo stretchy="false">(</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo stretchy="false">)</mo><mo>=</mo><msub><mi>w</mi><mrow><mtext>all</mtext></mrow></msub><msub><mi>|</mi><mrow><mi>T</mi><mo>→</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub></mrow></msub>"#,
     r#"<mo>=</mo>{W_all_sat}"#],
    // (22)
    [r#"<mi>W</mi><mo>=</mo><msub><mi>w</mi><mrow><mtext>fast</mtext></mrow></msub><mo stretchy="false">(</mo><mi>T</mi><mo stretchy="false">)</mo><mo>+</mo><msub><mi>w</mi><mrow><mtext>all</mtext></mrow></msub><mo stretchy="false">(</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo stretchy="false">)</mo><mo>−</mo><msub><mi>w</mi><mrow><mtext>fast</mtext></mrow></msub><mo stretchy="false">(</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{W_fast}<mo>+</mo>{W_all_sat}<mo>−</mo>{W_fast_sat}<mo>=</mo>{W}"#],
    // (23), extra
    [r#"<mi>X</mi><mo>=</mo><msub><mo>∑</mo><mi>k</mi></msub><msub><mi>Q</mi><mi>k</mi></msub><mrow><mo>(</mo><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><msub><mi>v</mi><mi>k</mi></msub><mo>,</mo><mi>y</mi><mo stretchy="false">)</mo><mspace width="0.16666667em" /><msub><mi>T</mi><mrow><mtext>own</mtext></mrow></msub><mo stretchy="false">(</mo><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><msub><mi>v</mi><mi>k</mi></msub><mo>,</mo><mi>y</mi><mo stretchy="false">)</mo><mo stretchy="false">)</mo><mo>+</mo><mi>max</mi><mo>⁡</mo><mo stretchy="false">(</mo><msub><mi>v</mi><mi>k</mi></msub><mo>−</mo><mi>y</mi><mo>,</mo><mn>0</mn><mo stretchy="false">)</mo><mspace width="0.16666667em" /><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo>)</mo></mrow><mo>−</mo><mi>T</mi>"#,
     r#"<mo>=</mo>{extra}"#],
    // (23), latency
    [r#"<mtext>Latency</mtext><mo>=</mo><mover><mi>D</mi><mo>¯</mo></mover><mo>+</mo><mi>X</mi><mo>+</mo><mover><mi>s</mi><mo>¯</mo></mover><mo>+</mo><mi>W</mi>"#,
     r#"<mo>=</mo>{data}<mo>+</mo>{extra}<mo>+</mo>{setup}<mo>+</mo>{W}<mo>=</mo>{latency}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("n", r#"<mi>n</mi>"#),
    ("V", r#"<mi>V</mi>"#),
    ("lambda", r#"<mi>λ</mi>"#),
    ("flits", r#"<mi>M</mi>"#),
    ("p_d", r#"<msub><mi>p</mi><mi>d</mi></msub>"#),
    ("dbar", r#"<mover><mi>d</mi><mo>¯</mo></mover>"#),
    ("C_j", r#"<msub><mi>C</mi><mi>j</mi></msub>"#),
    ("lam_c", r#"<msub><mi>λ</mi><mi>c</mi></msub>"#),
    ("U", r#"<mi>U</mi>"#),
    ("delta", r#"<mi>δ</mi>"#),
    ("S", r#"<mi>S</mi><mo stretchy="false">(</mo><mi>v</mi><mo stretchy="false">)</mo>"#),
    ("psi", r#"<msub><mi>ψ</mi><mi>j</mi></msub>"#),
    ("Nf", r#"<msub><mi>N</mi><mrow><mtext>f</mtext></mrow></msub>"#),
    ("F", r#"<msub><mi>F</mi><mi>i</mi></msub>"#),
    ("ts", r#"<msub><mi>t</mi><mi>s</mi></msub>"#),
    ("a", r#"<mi>a</mi>"#),
    ("Pi", r#"<msub><mi>P</mi><mi>i</mi></msub>"#),
    ("Pv", r#"<msub><mover><mi>P</mi><mi>^</mi></mover><mi>v</mi></msub>"#),
    ("P0", r#"<msubsup><mi>P</mi><mi>K</mi><mn>0</mn></msubsup>"#),
    ("pi_1", r#"<msub><mi>π</mi><mrow><mn>1</mn><mo>,</mo><mi>K</mi></mrow></msub>"#),
    ("pi_n", r#"<msub><mi>π</mi><mrow><mi>n</mi><mo>,</mo><mi>K</mi></mrow></msub>"#),
    ("phi", r#"<mi>φ</mi>"#),
    ("sigma", r#"<msub><mi>σ</mi><mi>d</mi></msub>"#),
    ("sigma_1", r#"<msub><mi>σ</mi><mn>1</mn></msub>"#),
    ("sigma_mean", r#"<mover><mi>σ</mi><mo>¯</mo></mover>"#),
    ("tau", r#"<mi>τ</mi>"#),
    ("data_d", r#"<msub><mi>D</mi><mi>d</mi></msub>"#),
    ("data", r#"<mover><mi>D</mi><mo>¯</mo></mover>"#),
    ("PV", r#"<mrow><mi>𝑃</mi><mi>𝑉</mi></mrow>"#),
    ("b_h", r#"<msub><mi>b</mi><mi>h</mi></msub>"#),
    ("wt", r#"<mi>w</mi>"#),
    ("w_d", r#"<msub><mi>w</mi><mi>d</mi></msub>"#),
    ("s_d", r#"<msub><mi>s</mi><mi>d</mi></msub>"#),
    ("setup", r#"<mover><mi>s</mi><mo>¯</mo></mover>"#),
    ("slot_d", r#"<msub><mi>T</mi><mi>d</mi></msub>"#),
    ("drain", r#"<msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mi>d</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mi>σ</mi><mi>d</mi></msub><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo>"#),
    ("T", r#"<mi>T</mi>"#),
    ("rho", r#"<mi>ρ</mi>"#),
    ("cvD", r#"<msubsup><mi>c</mi><mi>D</mi><mn>2</mn></msubsup>"#),
    ("cv2", r#"<msup><mi>c</mi><mn>2</mn></msup>"#),
    ("kappa", r#"<msub><mi>κ</mi><mi>c</mi></msub>"#),
    ("T_own", r#"<msub><mi>T</mi><mrow><mtext>own</mtext></mrow></msub>"#),
    ("y", r#"<mi>y</mi>"#),
    ("T_sat", r#"<msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub>"#),
    ("W_fast", r#"<msub><mi>w</mi><mrow><mtext>fast</mtext></mrow></msub><mo stretchy="false">(</mo><mi>T</mi><mo stretchy="false">)</mo>"#),
    ("W_fast_sat", r#"<msub><mi>w</mi><mrow><mtext>fast</mtext></mrow></msub><mo stretchy="false">(</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo stretchy="false">)</mo>"#),
    ("W_all_sat", r#"<msub><mi>w</mi><mrow><mtext>all</mtext></mrow></msub><mo stretchy="false">(</mo><msub><mi>T</mi><mrow><mtext>sat</mtext></mrow></msub><mo stretchy="false">)</mo>"#),
    ("extra", r#"<mi>X</mi>"#),
    ("W", r#"<mi>W</mi>"#),
];
