//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // (1), (2), d̄
    [r#"<mover><mi>d</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mi>d</mi></msub><mi>d</mi><mspace width="0.16666667em" /><msub><mi>p</mi><mi>d</mi></msub>"#,
     r#"<mo>=</mo>{dbar}"#],
    // (1), (2), p_d
    [r#"<msub><mi>p</mi><mi>d</mi></msub><mo>=</mo><mfrac><mrow><mo stretchy="false">[</mo><msup><mi>x</mi><mi>d</mi></msup><mo stretchy="false">]</mo><mo stretchy="false">(</mo><msub><mo>∑</mo><mi>z</mi></msub><msub><mi>w</mi><mi>z</mi></msub><msup><mi>x</mi><mi>z</mi></msup><msup><mo stretchy="false">)</mo><mi>n</mi></msup></mrow><mrow><msup><mi>k</mi><mi>n</mi></msup><mo>−</mo><mn>1</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{p_d}"#],
    // (2), n_r
    [r#"<msub><mi>n</mi><mi>r</mi></msub><mo>=</mo><msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><mi>r</mi><mspace width="0.16666667em" /><msub><mi>q</mi><mi>r</mi></msub><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mspace width="0.16666667em" /><mi>d</mi><mi>t</mi>"#,
     r#"<mo>=</mo>{n_r}"#],
    // (2), J_r
    [r#"<msub><mi>J</mi><mi>r</mi></msub><mo>=</mo><msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><mi>r</mi><mspace width="0.16666667em" /><msub><mi>q</mi><mi>r</mi></msub><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mspace width="0.16666667em" /><mrow><mi mathvariant="normal">E</mi></mrow><mo stretchy="false">[</mo><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><mi>M</mi><mo>,</mo><mtext>hops made by&nbsp;</mtext><mi>t</mi><mo stretchy="false">)</mo><mo>∣</mo><mi>r</mi><mtext>&nbsp;left</mtext><mo stretchy="false">]</mo><mspace width="0.16666667em" /><mi>d</mi><mi>t</mi>"#,
     r#"<mo>=</mo>{J_r}"#],
    // (3)
    [r#"<msub><mi>c</mi><mi>r</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>x</mi></msub><msub><mi>ω</mi><mi>x</mi></msub><msub><mo>∑</mo><mrow><mi>z</mi><mo>&gt;</mo><mi>k</mi><mo>−</mo><mn>1</mn><mo>−</mo><mi>x</mi></mrow></msub><msub><mi>ζ</mi><mi>r</mi></msub><mo stretchy="false">(</mo><mi>z</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{c_r}"#],
    // (4), φ_s
    [r#"<msub><mi>φ</mi><mi>s</mi></msub><mo>=</mo><mfrac><mrow><mtext>hops followed by one in the same dimension</mtext></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac>"#,
     r#"<mo>=</mo>{phi_s}"#],
    // (4), φ_t
    [r#"<msub><mi>φ</mi><mi>t</mi></msub><mo>=</mo><mfrac><mrow><mtext>hops followed by one in another dimension</mtext></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover><mo>⋅</mo><mtext>ways to turn</mtext></mrow></mfrac>"#,
     r#"<mo>=</mo>{phi_t}"#],
    // (5)
    [r#"<msub><mi>φ</mi><mi>r</mi></msub><mo>=</mo><msub><mo>∑</mo><mrow><mi>r</mi><mi>′</mi></mrow></msub><msub><mi mathvariant="normal">Φ</mi><mrow><mi>r</mi><mi>′</mi><mi>r</mi></mrow></msub>"#,
     r#"<mo>=</mo>{phi_r}"#],
    // (6)
    [r#"<msub><mi>α</mi><mi>r</mi></msub><mo>=</mo><mfrac><mrow><mi>r</mi><mo stretchy="false">(</mo><mi>A</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mi>r</mi><mi>A</mi><mo>−</mo><mn>1</mn></mrow></mfrac><mo>,</mo><mspace width="1em" /><msub><mi>α</mi><mn>1</mn></msub><mo>=</mo><mn>1</mn>"#,
     r#"<mo>=</mo>{alpha_r}"#],
    // (7)
    [r#"<msub><mi>θ</mi><mi>r</mi></msub><mo>=</mo><mn>1</mn><mo>−</mo><msub><mi>φ</mi><mi>r</mi></msub><mo>+</mo><msub><mo>∑</mo><mrow><mi>r</mi><mi>′</mi></mrow></msub><msub><mi mathvariant="normal">Φ</mi><mrow><mi>r</mi><mi>′</mi><mi>r</mi></mrow></msub><msub><mi>α</mi><mrow><mi>r</mi><mi>′</mi></mrow></msub><msub><mi>θ</mi><mrow><mi>r</mi><mi>′</mi></mrow></msub>"#,
     r#"<mo>=</mo>{theta_r}"#],
    // (8)
    [r#"<mi>q</mi><mo>=</mo><mn>1</mn><mo>−</mo><mfrac><mrow><msub><mo>∑</mo><mi>r</mi></msub><msub><mi>α</mi><mi>r</mi></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mi>r</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>φ</mi><mi>r</mi></msub><mo stretchy="false">)</mo><mo>−</mo><msub><mi>f</mi><mi>r</mi></msub><mo stretchy="false">)</mo></mrow><mrow><msub><mo>∑</mo><mi>r</mi></msub><msub><mi>α</mi><mi>r</mi></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mi>r</mi></msub><msub><mi>θ</mi><mi>r</mi></msub><mo>−</mo><msub><mi>f</mi><mi>r</mi></msub><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{q}"#],
    // (9), λ_u
    [r#"<msub><mi>λ</mi><mi>u</mi></msub><mo>=</mo><mi>λ</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>β</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{beta}<mo stretchy="false">)</mo><mo>=</mo>{lambda_u}"#],
    // (9), λ_B
    [r#"<msub><mi>λ</mi><mi>B</mi></msub><mo>=</mo><mi>λ</mi><mi>β</mi><mfrac><mrow><msup><mi>k</mi><mrow><mi>n</mi></mrow></msup><mo>−</mo><mn>1</mn></mrow><mrow><mi>D</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo>{beta}<mo>⋅</mo><mfrac><mrow><msup>{k}<mrow>{n}</mrow></msup><mo>−</mo><mn>1</mn></mrow><mrow>{D}</mrow></mfrac><mo>=</mo>{lambda_B}"#],
    // (9), U
    [r#"<mi>U</mi><mo>=</mo><mrow><mo>(</mo><mfrac><mrow><msub><mi>λ</mi><mi>u</mi></msub><mover><mi>d</mi><mo>¯</mo></mover></mrow><mrow><mi>D</mi></mrow></mfrac><mo>+</mo><msub><mi>λ</mi><mi>B</mi></msub><mo>)</mo></mrow><mi>M</mi>"#,
     r#"<mo>=</mo><mrow><mo>(</mo><mfrac><mrow>{lambda_u}<mo>⋅</mo>{dbar}</mrow><mrow>{D}</mrow></mfrac><mo>+</mo>{lambda_B}<mo>)</mo></mrow><mo>⋅</mo>{flits}<mo>=</mo>{utilisation}"#],
    // (10)
    [r#"<mi>S</mi><mo stretchy="false">(</mo><mi>v</mi><mo stretchy="false">)</mo><mo>=</mo><mrow><mi mathvariant="normal">E</mi></mrow><mo stretchy="false">[</mo><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><mn>1</mn><mo>,</mo><msub><mi>m</mi><mn>1</mn></msub><mo>+</mo><mi>⋯</mi><mo>+</mo><msub><mi>m</mi><mi>v</mi></msub><mo stretchy="false">)</mo><mo stretchy="false">]</mo>"#,
     r#"<mo>=</mo>{S}"#],
    // (11), (12)
    [r#"<msub><mi>P</mi><mi>v</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>x</mi></msub><msub><mi>ω</mi><mi>x</mi></msub><msub><mi>P</mi><mi>x</mi></msub><mo stretchy="false">(</mo><mi>a</mi><mo>+</mo><msub><mi>e</mi><mn>0</mn></msub><mo>+</mo><msub><mi>e</mi><mn>1</mn></msub><mo>=</mo><mi>v</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{P_v}"#],
    // (13), E[v]
    [r#"<mrow><mi mathvariant="normal">E</mi></mrow><mo stretchy="false">[</mo><mi>v</mi><mo stretchy="false">]</mo><mo>=</mo><msub><mo>∑</mo><mi>v</mi></msub><mi>v</mi><msub><mi>P</mi><mi>v</mi></msub>"#,
     r#"<mo>=</mo>{E_v}"#],
    // (13), Ṽ
    [r#"<mover><mi>V</mi><mi>~</mi></mover><mo>=</mo><mfrac><mrow><mrow><mi mathvariant="normal">E</mi></mrow><mo stretchy="false">[</mo><mi>v</mi><mo stretchy="false">]</mo></mrow><mrow><mi>P</mi><mo stretchy="false">(</mo><mi>v</mi><mo>&gt;</mo><mn>0</mn><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{Vtilde}"#],
    // (13), π
    [r#"<msub><mi>π</mi><mi>a</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>x</mi></msub><msub><mi>ω</mi><mi>x</mi></msub><msub><mi>P</mi><mi>x</mi></msub><mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{pi}"#],
    // (13), κ
    [r#"<mi>κ</mi><mo>=</mo><msub><mo>∑</mo><mi>v</mi></msub><mi>Q</mi><mo stretchy="false">(</mo><mi>v</mi><mo>,</mo><mn>1</mn><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{kappa}"#],
    // (13), χ
    [r#"<mi>χ</mi><mo>=</mo><mfrac><mrow><mi>P</mi><mo stretchy="false">(</mo><mi>c</mi><mo>=</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><msub><mo>∑</mo><mi>a</mi></msub><mi>a</mi><mspace width="0.16666667em" /><msub><mi>π</mi><mi>a</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{chi}"#],
    // (13), ν
    [r#"<mi>ν</mi><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>B</mi></msub></mrow><mrow><msub><mo>∑</mo><mrow><mi>c</mi><mo>=</mo><mn>0</mn><mo>,</mo><mspace width="0.16666667em" /><mi>u</mi><mo>&lt;</mo><mi>V</mi></mrow></msub><mi>P</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ε</mi><msup><mo stretchy="false">)</mo><mi>u</mi></msup></mrow></mfrac>"#,
     r#"<mo>=</mo>{nu}"#],
    // (14), G
    [r#"<msub><mi>G</mi><mi>i</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>K</mi></msub><mi>B</mi><mo stretchy="false">(</mo><mi>K</mi><mo stretchy="false">)</mo><mi>P</mi><mo stretchy="false">(</mo><msub><mi>X</mi><mi>K</mi></msub><mo>+</mo><msub><mi>t</mi><mi>i</mi></msub><mo>≤</mo><mn>1</mn><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{G}"#],
    // (14), q'
    [r#"<mi>q</mi><mi>′</mi><mo>=</mo><mi>q</mi><mfrac><mrow><msub><mi>E</mi><mi>u</mi></msub></mrow><mrow><msub><mi>E</mi><mi>u</mi></msub><mo>+</mo><msub><mi>E</mi><mi>c</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{q_eff}"#],
    // (15)
    [r#"<msub><mi>σ</mi><mi>j</mi></msub><mo>=</mo><msup><mrow><mo>(</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>12</mn></mrow></mfrac><msub><mo>∑</mo><mi>i</mi></msub><msubsup><mi>G</mi><mi>i</mi><mrow><mn>1</mn><mo>+</mo><mo stretchy="false">(</mo><mi>j</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>q</mi><mi>′</mi><mo stretchy="false">)</mo></mrow></msubsup><mo>)</mo></mrow><mrow><mi>−</mi><mn>1</mn></mrow></msup>"#,
     r#"<mo>=</mo>{sigma}"#],
    // (16), m
    [r#"<msub><mi>m</mi><mi>l</mi></msub><mo>=</mo><msub><mi>H</mi><mrow><mi>l</mi><mo>−</mo><mn>1</mn></mrow></msub><mo>−</mo><msub><mi>H</mi><mi>l</mi></msub><mo>,</mo><mspace width="1em" /><msub><mi>H</mi><mi>i</mi></msub><mo>=</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>b</mi><mo stretchy="false">)</mo><msub><mo>∑</mo><mi>d</mi></msub><mfrac><mrow><msub><mi>W</mi><mi>d</mi></msub></mrow><mrow><mi>d</mi></mrow></mfrac><msubsup><mo>∑</mo><mrow><mi>c</mi><mo>=</mo><mn>1</mn></mrow><mi>d</mi></msubsup><msubsup><mi>G</mi><mi>i</mi><mrow><mo stretchy="false">(</mo><mi>c</mi><mo>−</mo><mn>1</mn><mo>+</mo><mi>min</mi><mo>⁡</mo><mo stretchy="false">(</mo><mi>d</mi><mo>−</mo><mi>c</mi><mo>,</mo><mi>M</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>q</mi><mi>′</mi><mo stretchy="false">)</mo></mrow></msubsup>"#,
     r#"<mo>=</mo>{m}"#],
    // (16), τ
    [r#"<mi>τ</mi><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>u</mi></msub><mover><mi>d</mi><mo>¯</mo></mover><mi>M</mi></mrow><mrow><mi>D</mi><msub><mi>N</mi><mi>u</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda_u}<mo>⋅</mo>{dbar}<mo>⋅</mo>{flits}</mrow><mrow>{D}<mo>⋅</mo>{N_u}</mrow></mfrac><mo>=</mo>{tau}"#],
    // (17)
    [r#"<msub><mi>B</mi><mi>r</mi></msub><mo>=</mo><msup><mrow><mo>(</mo><msub><mi>π</mi><mi>A</mi></msub><mspace width="0.16666667em" /><msub><mi>θ</mi><mi>r</mi></msub><msup><mi>′</mi><mrow><mi>A</mi></mrow></msup><mo>)</mo></mrow><mrow><mi>r</mi><mo>−</mo><mn>1</mn></mrow></msup><msub><mi>F</mi><mi>r</mi></msub>"#,
     r#"<mo>=</mo>{Pb_r}"#],
    // (17), B'
    [r#"<mi>B</mi><mi>′</mi><mo>=</mo><mi>F</mi><mo>,</mo><mspace width="0.2777778em" /><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mo stretchy="false">(</mo><msub><mi>φ</mi><mi>s</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>χ</mi><mo stretchy="false">)</mo><msup><mo stretchy="false">)</mo><mrow><mi>A</mi><mo>+</mo><mn>1</mn></mrow></msup><mo>)</mo></mrow><mi>F</mi>"#,
     r#"<mo>=</mo>{Pb_hops}"#],
    // (17)
    [r#"<msub><mi>B</mi><mi>r</mi></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac><mi>B</mi><msub><mi>′</mi><mn>1</mn></msub><mo>+</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac><mo>)</mo></mrow><mi>B</mi><msub><mi>′</mi><mn>2</mn></msub>"#,
     r#"<mo>=</mo>{Pb_r}"#],
    // (18), w_r
    [r#"<msub><mi>w</mi><mi>r</mi></msub><mo>=</mo><mfrac><mrow><mi>M</mi></mrow><mrow><mi>R</mi></mrow></mfrac><mrow><mo>(</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>r</mi><mi>A</mi><mo>+</mo><mn>2</mn></mrow></mfrac><mo>+</mo><mfrac><mrow><mi>h</mi></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mi>r</mi><mi>A</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{w_r}"#],
    // (18), w'
    [r#"<mi>w</mi><mi>′</mi><mo>=</mo><mfrac><mrow><mi>M</mi></mrow><mrow><mi>R</mi></mrow></mfrac><mrow><mo>(</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>A</mi><mo>+</mo><mn>2</mn></mrow></mfrac><mo>+</mo><mfrac><mrow><mi>h</mi></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mi>A</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac><mo>)</mo></mrow><mo>,</mo><mspace width="0.2777778em" /><msub><mi>h</mi><mn>1</mn></msub><mo>=</mo><mrow><mi mathvariant="normal">E</mi></mrow><mrow><mo>[</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>y</mi><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>x</mi><mo stretchy="false">)</mo></mrow></mfrac><mo>]</mo></mrow><mo>−</mo><mn>1</mn><mo>,</mo><mspace width="0.2777778em" /><msub><mi>h</mi><mn>2</mn></msub><mo>=</mo><mrow><mi mathvariant="normal">E</mi></mrow><mrow><mo>[</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>1</mn><mo>−</mo><mi>y</mi></mrow></mfrac><mo>]</mo></mrow><mo>−</mo><mn>1</mn><mo>,</mo><mspace width="0.2777778em" /><mi>y</mi><mo>=</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac><mo>)</mo></mrow><mfrac><mrow><mi>B</mi><msub><mi>′</mi><mn>2</mn></msub></mrow><mrow><mi>B</mi><msub><mi>′</mi><mn>1</mn></msub></mrow></mfrac><mi>x</mi>"#,
     r#"<mo>=</mo>{w_hops}"#],
    // (18), w_r
    [r#"<msub><mi>w</mi><mi>r</mi></msub><mo>=</mo><mfrac><mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac><mi>B</mi><msub><mi>′</mi><mn>1</mn></msub><mi>w</mi><msub><mi>′</mi><mn>1</mn></msub><mo>+</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover></mrow></mfrac><mo>)</mo></mrow><mi>B</mi><msub><mi>′</mi><mn>2</mn></msub><mi>w</mi><msub><mi>′</mi><mn>2</mn></msub></mrow><mrow><msub><mi>B</mi><mn>1</mn></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{w_r}"#],
    // (18), b
    [r#"<mi>b</mi><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mi>r</mi></msub><msub><mi>J</mi><mi>r</mi></msub><msub><mi>B</mi><mi>r</mi></msub><msub><mi>w</mi><mi>r</mi></msub></mrow><mrow><mi>M</mi><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mspace width="0.16666667em" /><msub><mi>σ</mi><mi>d</mi></msub><mo>+</mo><msub><mo>∑</mo><mi>r</mi></msub><msub><mi>J</mi><mi>r</mi></msub><msub><mi>B</mi><mi>r</mi></msub><msub><mi>w</mi><mi>r</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{b}"#],
    // (18), b
    [r#"<mi>b</mi><mo>=</mo><mfrac><mrow><msub><mi>J</mi><mn>1</mn></msub><mi>B</mi><msub><mi>′</mi><mn>2</mn></msub><mi>w</mi><msub><mi>′</mi><mn>2</mn></msub></mrow><mrow><mi>M</mi><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mspace width="0.16666667em" /><msub><mi>σ</mi><mi>d</mi></msub><mo>+</mo><msub><mi>J</mi><mn>1</mn></msub><mi>B</mi><msub><mi>′</mi><mn>2</mn></msub><mi>w</mi><msub><mi>′</mi><mn>2</mn></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{b}"#],
    // (19)
    [r#"<mi>s</mi><mo>=</mo><mi>min</mi><mo>⁡</mo><mo stretchy="false">{</mo><mi>s</mi><mo>:</mo><mi>max</mi><mo>⁡</mo><mspace width="0.1667em" /><mi>|</mi><msub><mi>x</mi><mi>s</mi></msub><mo>−</mo><msub><mi>x</mi><mrow><mi>s</mi><mo>−</mo><mn>1</mn></mrow></msub><mi>|</mi><mo>&lt;</mo><msup><mn>10</mn><mrow><mi>−</mi><mn>10</mn></mrow></msup><mo stretchy="false">}</mo>"#,
     r#"<mo>=</mo>{steps}"#],
    // (20), T
    [r#"<mi>T</mi><mo>=</mo><mover><mi>d</mi><mo>¯</mo></mover><mrow><mo>(</mo><mn>1</mn><mo>+</mo><mfrac><mrow><msub><mi>σ</mi><mn>1</mn></msub><mo>−</mo><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>)</mo></mrow><mo>+</mo><mo stretchy="false">(</mo><mi>M</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mover><mi>σ</mi><mo>¯</mo></mover><mo>+</mo><mn>1</mn><mo>+</mo><msub><mo>∑</mo><mi>r</mi></msub><msub><mi>n</mi><mi>r</mi></msub><msub><mi>B</mi><mi>r</mi></msub><msub><mi>w</mi><mi>r</mi></msub>"#,
     r#"<mo>=</mo>{dbar}<mo>⋅</mo><mrow><mo>(</mo><mn>1</mn><mo>+</mo><mfrac><mrow>{sigma_1}<mo>−</mo><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>)</mo></mrow><mo>+</mo><mo stretchy="false">(</mo>{flits}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo>⋅</mo>{sigma_mean}<mo>+</mo><mn>1</mn><mo>+</mo>{blocked}<mo>=</mo>{T}"#],
    // (20), T_slot
    [r#"<msub><mi>T</mi><mrow><mtext>slot</mtext></mrow></msub><mo>=</mo><mi>T</mi><mo>−</mo><mn>1</mn><mo>−</mo><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><msub><mo>∑</mo><mi>t</mi></msub><msub><mi>σ</mi><mrow><mi>j</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo></mrow></msub>"#,
     r#"<mo>=</mo>{T}<mo>−</mo><mn>1</mn><mo>−</mo>{tail_steps}<mo>=</mo>{T_slot}"#],
    // (21)
    [r#"<mi>Var</mi><mo>⁡</mo><mspace width="0.1667em" /><mo>=</mo><mfrac><mrow><mn>2</mn></mrow><mrow><mn>3</mn></mrow></mfrac><msup><mi>M</mi><mn>2</mn></msup><msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><mspace width="0.16666667em" /><mi>v</mi><mo stretchy="false">(</mo><msub><mi>F</mi><mi>d</mi></msub><mo stretchy="false">)</mo><mo>+</mo><msub><mo>∑</mo><mi>r</mi></msub><mi>n</mi><msub><mi>′</mi><mi>r</mi></msub><msub><mi>B</mi><mi>r</mi></msub><msubsup><mi>w</mi><mi>r</mi><mn>2</mn></msubsup><mfrac><mrow><mn>2</mn><mo stretchy="false">(</mo><mi>r</mi><mi>A</mi><mo>+</mo><mn>2</mn><mo stretchy="false">)</mo></mrow><mrow><mi>r</mi><mi>A</mi><mo>+</mo><mn>3</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{var_slot}"#],
    // (22), T_B
    [r#"<msub><mi>T</mi><mi>B</mi></msub><mo>=</mo><mfrac><mrow><mi>M</mi></mrow><mrow><msub><mo>∑</mo><mi>v</mi></msub><msub><mi>C</mi><mi>v</mi></msub><msub><mi>R</mi><mi>v</mi></msub></mrow></mfrac><mo>+</mo><msub><mi>h</mi><mi>B</mi></msub><msub><mi>w</mi><mi>B</mi></msub>"#,
     r#"<mo>=</mo>{T_copy}"#],
    // (22), Var_B
    [r#"<msub><mi>Var</mi><mi>B</mi></msub><mo>⁡</mo><mspace width="0.1667em" /><mo>=</mo><mfrac><mrow><mn>2</mn></mrow><mrow><mn>3</mn></mrow></mfrac><msup><mi>M</mi><mn>2</mn></msup><mi>v</mi><mo>+</mo><msub><mi>h</mi><mi>B</mi></msub><msubsup><mi>w</mi><mi>B</mi><mn>2</mn></msubsup><mfrac><mrow><mn>2</mn><mo stretchy="false">(</mo><mi>V</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mi>V</mi><mo>+</mo><mn>2</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{var_copy}"#],
    // (22), ρ
    [r#"<mi>ρ</mi><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>u</mi></msub></mrow><mrow><mi>D</mi></mrow></mfrac><msub><mi>T</mi><mrow><mtext>slot</mtext></mrow></msub><mo>+</mo><msub><mi>λ</mi><mi>B</mi></msub><msub><mi>T</mi><mi>B</mi></msub>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda_u}</mrow><mrow>{D}</mrow></mfrac><mo>⋅</mo>{T_slot}<mo>+</mo>{lambda_B}<mo>⋅</mo>{T_copy}<mo>=</mo>{rho}"#],
    // (22), W
    [r#"<mi>W</mi><mo>=</mo><mfrac><mrow><mfrac><mrow><msub><mi>λ</mi><mi>u</mi></msub></mrow><mrow><mi>D</mi></mrow></mfrac><mo stretchy="false">(</mo><msubsup><mi>T</mi><mrow><mtext>slot</mtext></mrow><mn>2</mn></msubsup><mo>+</mo><mi>Var</mi><mo>⁡</mo><mo stretchy="false">)</mo><mo>+</mo><msub><mi>λ</mi><mi>B</mi></msub><mo stretchy="false">(</mo><msubsup><mi>T</mi><mi>B</mi><mn>2</mn></msubsup><mo>+</mo><msub><mi>Var</mi><mi>B</mi></msub><mo>⁡</mo><mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mfrac><mrow>{lambda_u}</mrow><mrow>{D}</mrow></mfrac><mo>⋅</mo><mo stretchy="false">(</mo><msup>{T_slot}<mn>2</mn></msup><mo>+</mo>{var_slot}<mo stretchy="false">)</mo><mo>+</mo>{lambda_B}<mo>⋅</mo><mo stretchy="false">(</mo><msup>{T_copy}<mn>2</mn></msup><mo>+</mo>{var_copy}<mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{W}"#],
    // (23), ρ
    [r#"<mi>ρ</mi><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>u</mi></msub><msub><mi>T</mi><mrow><mtext>slot</mtext></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda_u}<mo>⋅</mo>{T_slot}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{rho}"#],
    // (23), C
    [r#"<mi>C</mi><mo>=</mo><mfrac><mrow><msub><mi>B</mi><mi>V</mi></msub></mrow><mrow><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>B</mi><mi>V</mi></msub><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{C}"#],
    // (23), W
    [r#"<mi>W</mi><mo>=</mo><mfrac><mrow><mi>C</mi><msub><mi>T</mi><mrow><mtext>slot</mtext></mrow></msub></mrow><mrow><mi>V</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo></mrow></mfrac><mfrac><mrow><mn>1</mn><mo>+</mo><mi>Var</mi><mo>⁡</mo><mspace width="0.1667em" /><mi>/</mi><msubsup><mi>T</mi><mrow><mtext>slot</mtext></mrow><mn>2</mn></msubsup></mrow><mrow><mn>2</mn></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{C}<mo>⋅</mo>{T_slot}</mrow><mrow>{V}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo></mrow></mfrac><mo>⋅</mo><mfrac><mrow><mn>1</mn><mo>+</mo>{var_slot}<mo>/</mo><msup>{T_slot}<mn>2</mn></msup></mrow><mrow><mn>2</mn></mrow></mfrac><mo>=</mo>{W}"#],
    // (22), (23), latency
    [r#"<mtext>Latency</mtext><mo>=</mo><mi>T</mi><mo>+</mo><mi>W</mi>"#,
     r#"<mo>=</mo>{T}<mo>+</mo>{W}<mo>=</mo>{latency}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("k", r#"<mi>k</mi>"#),
    ("n", r#"<mi>n</mi>"#),
    ("V", r#"<mi>V</mi>"#),
    ("A", r#"<mi>A</mi>"#),
    ("D", r#"<mi>D</mi>"#),
    ("flits", r#"<mi>M</mi>"#),
    ("lambda", r#"<mi>λ</mi>"#),
    ("beta", r#"<mi>β</mi>"#),
    ("p_d", r#"<msub><mi>p</mi><mi>d</mi></msub>"#),
    ("dbar", r#"<mover><mi>d</mi><mo>¯</mo></mover>"#),
    ("n_r", r#"<msub><mi>n</mi><mi>r</mi></msub>"#),
    ("J_r", r#"<msub><mi>J</mi><mi>r</mi></msub>"#),
    ("c_r", r#"<msub><mi>c</mi><mi>r</mi></msub>"#),
    ("phi_s", r#"<msub><mi>φ</mi><mi>s</mi></msub>"#),
    ("phi_t", r#"<msub><mi>φ</mi><mi>t</mi></msub>"#),
    ("phi_r", r#"<msub><mi>φ</mi><mi>r</mi></msub>"#),
    ("alpha_r", r#"<msub><mi>α</mi><mi>r</mi></msub>"#),
    ("theta_r", r#"<msub><mi>θ</mi><mi>r</mi></msub>"#),
    ("q", r#"<mi>q</mi>"#),
    ("lambda_u", r#"<msub><mi>λ</mi><mi>u</mi></msub>"#),
    ("lambda_B", r#"<msub><mi>λ</mi><mi>B</mi></msub>"#),
    ("utilisation", r#"<mi>U</mi>"#),
    ("S", r#"<mi>S</mi><mo stretchy="false">(</mo><mi>v</mi><mo stretchy="false">)</mo>"#),
    ("P_v", r#"<msub><mi>P</mi><mi>v</mi></msub>"#),
    ("E_v", r#"<mrow><mi mathvariant="normal">E</mi></mrow><mo stretchy="false">[</mo><mi>v</mi><mo stretchy="false">]</mo>"#),
    ("Vtilde", r#"<mover><mi>V</mi><mi>~</mi></mover>"#),
    ("Vbar", r#"<mover><mi>V</mi><mo>¯</mo></mover>"#),
    ("pi", r#"<msub><mi>π</mi><mi>a</mi></msub>"#),
    ("kappa", r#"<mi>κ</mi>"#),
    ("chi", r#"<mi>χ</mi>"#),
    ("nu", r#"<mi>ν</mi>"#),
    ("N_u", r#"<msub><mi>N</mi><mi>u</mi></msub>"#),
    ("G", r#"<msub><mi>G</mi><mi>i</mi></msub>"#),
    ("q_eff", r#"<mi>q</mi><mi>′</mi>"#),
    ("sigma", r#"<msub><mi>σ</mi><mi>j</mi></msub>"#),
    ("sigma_1", r#"<msub><mi>σ</mi><mn>1</mn></msub>"#),
    ("sigma_mean", r#"<mover><mi>σ</mi><mo>¯</mo></mover>"#),
    ("m", r#"<msub><mi>m</mi><mi>l</mi></msub>"#),
    ("tau", r#"<mi>τ</mi>"#),
    ("Pb_r", r#"<msub><mi>B</mi><mi>r</mi></msub>"#),
    ("w_r", r#"<msub><mi>w</mi><mi>r</mi></msub>"#),
    ("Pb_hops", r#"<mi>B</mi><mi>′</mi>"#),
    ("w_hops", r#"<mi>w</mi><mi>′</mi>"#),
    ("b", r#"<mi>b</mi>"#),
    ("steps", r#"<mi>s</mi>"#),
    ("blockings", r#"<msub><mo>∑</mo><mi>r</mi></msub><msub><mi>n</mi><mi>r</mi></msub><msub><mi>B</mi><mi>r</mi></msub>"#),
    ("w", r#"<mover><mi>w</mi><mo>¯</mo></mover>"#),
    ("blocked", r#"<msub><mo>∑</mo><mi>r</mi></msub><msub><mi>n</mi><mi>r</mi></msub><msub><mi>B</mi><mi>r</mi></msub><msub><mi>w</mi><mi>r</mi></msub>"#),
    ("T", r#"<mi>T</mi>"#),
    ("tail_steps", r#"<msub><mo>∑</mo><mi>d</mi></msub><msub><mi>p</mi><mi>d</mi></msub><msub><mo>∑</mo><mi>t</mi></msub><msub><mi>σ</mi><mrow><mi>j</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo></mrow></msub>"#),
    ("T_slot", r#"<msub><mi>T</mi><mrow><mtext>slot</mtext></mrow></msub>"#),
    ("var_slot", r#"<mi>Var</mi>"#),
    ("T_copy", r#"<msub><mi>T</mi><mi>B</mi></msub>"#),
    ("var_copy", r#"<msub><mi>Var</mi><mi>B</mi></msub>"#),
    ("C", r#"<mi>C</mi>"#),
    ("rho", r#"<mi>ρ</mi>"#),
    ("W", r#"<mi>W</mi>"#),
];
