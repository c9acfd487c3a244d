//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // (18)
    [r#"<mtext>Latency</mtext><mo>=</mo><mo stretchy="false">(</mo><msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub><mo>+</mo><mrow><mi>𝑊</mi><mi>𝑠</mi></mrow><mo stretchy="false">)</mo><mover><mi>V</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo><mo stretchy="false">(</mo>{T}<mo>+</mo>{Ws}<mo stretchy="false">)</mo><mo>⋅</mo>{Vbar}<mo>=</mo>{latency}"#],
    // (18)
    [r#"<mtext>Latency</mtext><mo>=</mo><msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub><mo>+</mo><mrow><mi>𝑊</mi><mi>𝑠</mi></mrow>"#,
     r#"<mo>=</mo>{T}<mo>+</mo>{Ws}<mo>=</mo>{latency}"#],
    // (1)
    [r#"<mover><mi>T</mi><mo>¯</mo></mover><mo>=</mo><mover><mi>E</mi><mo>¯</mo></mover><mo>+</mo><mi>D</mi><mo>+</mo><mi>M</mi>"#,
     r#"<mo>=</mo>{E}<mo>+</mo>{D}<mo>+</mo>{flits}<mo>=</mo>{T1}"#],
    // (1), (17)
    [r#"<msup><mover><mi>T</mi><mo>¯</mo></mover><mrow><mo stretchy="false">(</mo><mn>2</mn><mo stretchy="false">)</mo></mrow></msup><mo>=</mo><msup><mover><mi>E</mi><mo>¯</mo></mover><mn>2</mn></msup><mo>+</mo><msup><mover><mi>T</mi><mo>¯</mo></mover><mn>2</mn></msup>"#,
     r#"<mo>=</mo><msup>{E}<mn>2</mn></msup><mo>+</mo><msup>{T1}<mn>2</mn></msup><mo>=</mo>{T2}"#],
    // (2), κ
    [r#"<msub><mi>κ</mi><mi>i</mi></msub><mo>=</mo><msub><mi>δ</mi><mrow><mn>1</mn><mi>i</mi></mrow></msub><mo>+</mo><msub><mi>δ</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub>"#,
     r#"<mo>=</mo>{kappa}"#],
    // (2), p
    [r#"<msub><mi>p</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><msub><mi>δ</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub></mrow><mrow><msub><mi>δ</mi><mrow><mn>1</mn><mi>i</mi></mrow></msub><mo>+</mo><msub><mi>δ</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{p_high}"#],
    // (2), m
    [r#"<msub><mi>m</mi><mi>i</mi></msub><mo>=</mo><msub><mi>p</mi><mi>i</mi></msub><msub><mi>λ</mi><mrow><mn>1</mn><mi>i</mi></mrow></msub><mo>+</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>p</mi><mi>i</mi></msub><mo stretchy="false">)</mo><msub><mi>λ</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub>"#,
     r#"<mo>=</mo>{mean}"#],
    // (2), σ
    [r#"<msub><mi>σ</mi><mi>i</mi></msub><mo>=</mo><mo stretchy="false">(</mo><msub><mi>λ</mi><mrow><mn>1</mn><mi>i</mi></mrow></msub><mo>−</mo><msub><mi>λ</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub><mo stretchy="false">)</mo><msqrt><mrow><msub><mi>p</mi><mi>i</mi></msub><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>p</mi><mi>i</mi></msub><mo stretchy="false">)</mo></mrow></msqrt>"#,
     r#"<mo>=</mo>{sigma}"#],
    // (3)
    [r#"<mi>λ</mi><mo>=</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>L</mi></mrow></msubsup><msub><mi>m</mi><mi>i</mi></msub>"#,
     r#"<mo>=</mo>{lambda}"#],
    // (4)
    [r#"<msub><mi>λ</mi><mi>v</mi></msub><mo>=</mo><mfrac><mrow><mi>λ</mi></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{lam_v}"#],
    // (5)
    [r#"<mrow><mi>𝑊</mi><mi>𝑠</mi></mrow><mo>=</mo><msub><mi>W</mi><mrow><mtext>PK</mtext></mrow></msub><mo>+</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msub><mi>λ</mi><mi>v</mi></msub></mrow></mfrac><mrow><mo>(</mo><mi mathvariant="normal">Δ</mi><mo>+</mo><mfrac><mrow><msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub><mi>C</mi></mrow><mrow><mn>1</mn><mo>−</mo><mi>μ</mi></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{W_pk}<mo>+</mo>{W_bursts}<mo>=</mo>{Ws}"#],
    // (5), W_PK
    [r#"<msub><mi>W</mi><mrow><mtext>PK</mtext></mrow></msub><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>v</mi></msub><msubsup><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi><mrow><mo stretchy="false">(</mo><mn>2</mn><mo stretchy="false">)</mo></mrow></msubsup></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>μ</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lam_v}<mo>⋅</mo>{T2_s}</mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{mu}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{W_pk}"#],
    // (5), T
    [r#"<msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub><mo>=</mo><mover><mi>T</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo>{T1}<mo>=</mo>{T}"#],
    // (5), T
    [r#"<msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub><mo>=</mo><mover><mi>E</mi><mo>¯</mo></mover><mo>+</mo><mo stretchy="false">(</mo><mi>D</mi><mo>+</mo><mi>M</mi><mo stretchy="false">)</mo><mover><mi>V</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo>{E}<mo>+</mo><mo stretchy="false">(</mo>{D}<mo>+</mo>{flits}<mo stretchy="false">)</mo><mo>⋅</mo>{Vbar}<mo>=</mo>{T}"#],
    // (5), T²
    [r#"<msubsup><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi><mrow><mo stretchy="false">(</mo><mn>2</mn><mo stretchy="false">)</mo></mrow></msubsup><mo>=</mo><msup><mover><mi>E</mi><mo>¯</mo></mover><mn>2</mn></msup><mo>+</mo><msubsup><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi><mn>2</mn></msubsup>"#,
     r#"<mo>=</mo><msup>{E}<mn>2</mn></msup><mo>+</mo><msup>{T}<mn>2</mn></msup><mo>=</mo>{T2_s}"#],
    // (5), μ
    [r#"<mi>μ</mi><mo>=</mo><msub><mi>λ</mi><mi>v</mi></msub><msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub>"#,
     r#"<mo>=</mo>{lam_v}<mo>⋅</mo>{T}<mo>=</mo>{mu}"#],
    // (5), C
    [r#"<mi>C</mi><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msup><mi>V</mi><mn>2</mn></msup></mrow></mfrac><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>L</mi></mrow></msubsup><mfrac><mrow><msubsup><mi>σ</mi><mi>i</mi><mn>2</mn></msubsup></mrow><mrow><msub><mi>κ</mi><mi>i</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msup>{V}<mn>2</mn></msup></mrow></mfrac><mo>⋅</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>L</mi></mrow></msubsup><mfrac><mrow><msubsup><mi>σ</mi><mi>i</mi><mn>2</mn></msubsup></mrow><mrow><msub><mi>κ</mi><mi>i</mi></msub></mrow></mfrac><mo>=</mo>{C}"#],
    // (5), Δ
    [r#"<mi mathvariant="normal">Δ</mi><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>V</mi></mrow></mfrac><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>L</mi></mrow></msubsup><mo stretchy="false">(</mo><msubsup><mi>p</mi><mi>i</mi><mi>g</mi></msubsup><mo>−</mo><msub><mi>p</mi><mi>i</mi></msub><mo stretchy="false">)</mo><mfrac><mrow><msub><mi>λ</mi><mrow><mn>1</mn><mi>i</mi></mrow></msub><mo>−</mo><msub><mi>λ</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub></mrow><mrow><msub><mi>κ</mi><mi>i</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow>{V}</mrow></mfrac><mo>⋅</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>L</mi></mrow></msubsup><mo stretchy="false">(</mo><msubsup><mi>p</mi><mi>i</mi><mi>g</mi></msubsup><mo>−</mo><msub><mi>p</mi><mi>i</mi></msub><mo stretchy="false">)</mo><mfrac><mrow><msub><mi>λ</mi><mrow><mn>1</mn><mi>i</mi></mrow></msub><mo>−</mo><msub><mi>λ</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub></mrow><mrow><msub><mi>κ</mi><mi>i</mi></msub></mrow></mfrac><mo>=</mo>{Delta}"#],
    // (6)
    [r#"<mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mo>=</mo><msubsup><mo>∏</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>D</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{Ps}"#],
    // (6)
    [r#"<mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mo>=</mo><msup><mrow><mo>(</mo><msub><mo>∑</mo><mi>d</mi></msub><mfrac><mrow><msub><mi>w</mi><mi>d</mi></msub></mrow><mrow><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub></mrow></mfrac><mo>)</mo></mrow><mrow><mi>−</mi><mn>1</mn></mrow></msup><mo>,</mo><wbr><mspace width="1em" /><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub><mo>=</mo><msubsup><mo>∏</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{Ps}"#],
    // (6), Pf
    [r#"<mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mo>=</mo><mn>1</mn><mo>−</mo><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow>"#,
     r#"<mo>=</mo><mn>1</mn><mo>−</mo>{Ps}<mo>=</mo>{Pf}"#],
    // (7)
    [r#"<mover><mi>r</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mrow><mi>r</mi><mo>≥</mo><mn>1</mn></mrow></msub><msup><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mrow><mspace width="0.16666667em" /><mi>r</mi><mo>−</mo><mn>1</mn></mrow></msup><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>1</mn><mo>−</mo><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>1</mn><mo>−</mo>{Pf}</mrow></mfrac><mo>=</mo>{attempts}"#],
    // (8)
    [r#"<msub><mi>λ</mi><mi>e</mi></msub><mo>=</mo><mover><mi>r</mi><mo>¯</mo></mover><mi>λ</mi>"#,
     r#"<mo>=</mo>{attempts}<mo>⋅</mo>{lambda}<mo>=</mo>{lam_eff}"#],
    // (9)
    [r#"<msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub><mo>=</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub><msubsup><mo>∏</mo><mrow><mi>j</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>j</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{Pf_i}"#],
    // (10)
    [r#"<mi>c</mi><mo>=</mo><mi>D</mi><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mo>+</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>D</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mi>i</mi><mspace width="0.16666667em" /><msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub>"#,
     r#"<mo>=</mo>{D}<mo>⋅</mo>{Ps}<mo>+</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>D</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mi>i</mi><mspace width="0.16666667em" /><msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub><mo>=</mo>{c}"#],
    // (10)
    [r#"<mi>c</mi><mo>=</mo><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><msub><mo>∑</mo><mi>d</mi></msub><mfrac><mrow><msub><mi>w</mi><mi>d</mi></msub></mrow><mrow><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub></mrow></mfrac><mrow><mo>(</mo><mi>d</mi><mspace width="0.16666667em" /><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub><mo>+</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mi>i</mi><mspace width="0.16666667em" /><msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{Ps}<mo>⋅</mo><msub><mo>∑</mo><mi>d</mi></msub><mfrac><mrow><msub><mi>w</mi><mi>d</mi></msub></mrow><mrow><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub></mrow></mfrac><mrow><mo>(</mo><mi>d</mi><mspace width="0.16666667em" /><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub><mo>+</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mi>i</mi><mspace width="0.16666667em" /><msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub><mo>)</mo></mrow><mo>=</mo>{c}"#],
    // (11)
    [r#"<mi>f</mi><mo>=</mo><mfrac><mrow><mi>c</mi></mrow><mrow><mi>n</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{c}</mrow><mrow>{n}</mrow></mfrac><mo>=</mo>{f}"#],
    // (12)
    [r#"<msub><mi>λ</mi><mi>c</mi></msub><mo>=</mo><mi>f</mi><msub><mi>λ</mi><mi>e</mi></msub>"#,
     r#"<mo>=</mo>{f}<mo>⋅</mo>{lam_eff}<mo>=</mo>{lam_c}"#],
    // before (13), P_i
    [r#"<msub><mi>P</mi><mi>i</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>P</mi><mrow><mo stretchy="false">(</mo><mi>i</mi><mo>,</mo><mi>j</mi><mo stretchy="false">)</mo></mrow></msub>"#,
     r#"<mo>=</mo>{Pi}"#],
    // before (13), P_i
    [r#"<msub><mi>P</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><msub><mi>λ</mi><mi>c</mi></msub><mi>τ</mi><msup><mo stretchy="false">)</mo><mi>i</mi></msup></mrow><mrow><msubsup><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>V</mi></mrow></msubsup><mo stretchy="false">(</mo><msub><mi>λ</mi><mi>c</mi></msub><mi>τ</mi><msup><mo stretchy="false">)</mo><mi>k</mi></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo>{lam_c}<mo>⋅</mo>{tau}<msup><mo stretchy="false">)</mo><mi>i</mi></msup></mrow><mrow><msubsup><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>0</mn></mrow><mrow>{V}</mrow></msubsup><mo stretchy="false">(</mo>{lam_c}<mo>⋅</mo>{tau}<msup><mo stretchy="false">)</mo><mi>k</mi></msup></mrow></mfrac><mo>=</mo>{Pi}"#],
    // before (13), τ
    [r#"<mi>τ</mi><mo>=</mo><mover><mi>T</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo>{T1}<mo>=</mo>{tau}"#],
    // before (13), τ
    [r#"<mi>τ</mi><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mover><mi>r</mi><mo>¯</mo></mover><mi>c</mi></mrow></mfrac><msub><mo>∑</mo><mi>d</mi></msub><mfrac><mrow><msub><mi>w</mi><mi>d</mi></msub></mrow><mrow><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub></mrow></mfrac><mrow><mo>(</mo><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mo stretchy="false">(</mo><mn>2</mn><mi>d</mi><mo>+</mo><mi>M</mi><mo stretchy="false">)</mo><mo>+</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msubsup><msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub><mspace width="0.16666667em" /><mi>i</mi><mo stretchy="false">(</mo><mi>i</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><mo>)</mo></mrow>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow>{attempts}<mo>⋅</mo>{c}</mrow></mfrac><mo>⋅</mo><msub><mo>∑</mo><mi>d</mi></msub><mfrac><mrow><msub><mi>w</mi><mi>d</mi></msub></mrow><mrow><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub></mrow></mfrac><mrow><mo>(</mo><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub><mspace width="0.16666667em" /><mi>d</mi><mo stretchy="false">(</mo><mn>2</mn><mi>d</mi><mo>+</mo>{flits}<mo stretchy="false">)</mo><mo>+</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msubsup><msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub><mspace width="0.16666667em" /><mi>i</mi><mo stretchy="false">(</mo><mi>i</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><mo>)</mo></mrow><mo>=</mo>{tau}"#],
    // before (13), V̄
    [r#"<mover><mi>V</mi><mo>¯</mo></mover><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mi>i</mi></msub><msup><mi>i</mi><mn>2</mn></msup><msub><mi>P</mi><mi>i</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>i</mi></msub><mi>i</mi><msub><mi>P</mi><mi>i</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{Vbar}"#],
    // (13)
    [r#"<msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub><mo>=</mo><msup><mrow><mo>(</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>P</mi><mrow><mo stretchy="false">(</mo><mi>V</mi><mo>,</mo><mi>j</mi><mo stretchy="false">)</mo></mrow></msub><mo>)</mo></mrow><mrow><mi>D</mi><mo>−</mo><mi>i</mi></mrow></msup><mo>=</mo><msubsup><mi>P</mi><mi>V</mi><mrow><mi>D</mi><mo>−</mo><mi>i</mi></mrow></msubsup>"#,
     r#"<mo>=</mo><msup>{pV}<mrow><mi>D</mi><mo>−</mo><mi>i</mi></mrow></msup><mo>=</mo>{Pb}"#],
    // (14), (15), (16)
    [r#"<msub><mi>E</mi><mn>0</mn></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow></mrow></mfrac><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>D</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><mo stretchy="false">(</mo><mi>i</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub><mo stretchy="false">)</mo><msubsup><mo>∏</mo><mrow><mi>j</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>j</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow>{Ps}</mrow></mfrac><mo>⋅</mo><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>D</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><mo stretchy="false">(</mo><mi>i</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub><mo stretchy="false">)</mo><msubsup><mo>∏</mo><mrow><mi>j</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>j</mi></msub><mo stretchy="false">)</mo><mo>=</mo>{E0}"#],
    // (14), (15), (16)
    [r#"<msub><mi>E</mi><mn>0</mn></msub><mo>=</mo><msub><mo>∑</mo><mi>d</mi></msub><mfrac><mrow><msub><mi>w</mi><mi>d</mi></msub></mrow><mrow><msub><mrow><mi>𝑃</mi><mi>𝑠</mi></mrow><mi>d</mi></msub></mrow></mfrac><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><mo stretchy="false">(</mo><mi>i</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub><mo stretchy="false">)</mo><msubsup><mo>∏</mo><mrow><mi>j</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>i</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>j</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{E0}"#],
    // (17)
    [r#"<mover><mi>E</mi><mo>¯</mo></mover><mo>=</mo><msub><mi>E</mi><mn>0</mn></msub><mo>+</mo><mi>D</mi>"#,
     r#"<mo>=</mo>{E0}<mo>+</mo>{D}<mo>=</mo>{E}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("n", r#"<mi>n</mi>"#),
    ("V", r#"<mi>V</mi>"#),
    ("lambda", r#"<mi>λ</mi>"#),
    ("flits", r#"<mi>M</mi>"#),
    ("D", r#"<mi>D</mi>"#),
    ("kappa", r#"<msub><mi>κ</mi><mi>i</mi></msub>"#),
    ("sigma", r#"<msub><mi>σ</mi><mi>i</mi></msub>"#),
    ("p_high", r#"<msub><mi>p</mi><mi>i</mi></msub>"#),
    ("mean", r#"<msub><mi>m</mi><mi>i</mi></msub>"#),
    ("lam_v", r#"<msub><mi>λ</mi><mi>v</mi></msub>"#),
    ("Pb", r#"<msub><mrow><mi>𝑃</mi><mi>𝑏</mi></mrow><mi>i</mi></msub>"#),
    ("Pf_i", r#"<msub><mrow><mi>𝑃</mi><mi>𝑓</mi></mrow><mi>i</mi></msub>"#),
    ("Ps", r#"<mrow><mi>𝑃</mi><mi>𝑠</mi></mrow>"#),
    ("Pf", r#"<mrow><mi>𝑃</mi><mi>𝑓</mi></mrow>"#),
    ("attempts", r#"<mover><mi>r</mi><mo>¯</mo></mover>"#),
    ("lam_eff", r#"<msub><mi>λ</mi><mi>e</mi></msub>"#),
    ("c", r#"<mi>c</mi>"#),
    ("f", r#"<mi>f</mi>"#),
    ("lam_c", r#"<msub><mi>λ</mi><mi>c</mi></msub>"#),
    ("tau", r#"<mi>τ</mi>"#),
    ("Pi", r#"<msub><mi>P</mi><mi>i</mi></msub>"#),
    ("pV", r#"<msub><mi>P</mi><mi>V</mi></msub>"#),
    ("Vbar", r#"<mover><mi>V</mi><mo>¯</mo></mover>"#),
    ("E0", r#"<msub><mi>E</mi><mn>0</mn></msub>"#),
    ("E", r#"<mover><mi>E</mi><mo>¯</mo></mover>"#),
    ("T1", r#"<mover><mi>T</mi><mo>¯</mo></mover>"#),
    ("T2", r#"<msup><mover><mi>T</mi><mo>¯</mo></mover><mrow><mo stretchy="false">(</mo><mn>2</mn><mo stretchy="false">)</mo></mrow></msup>"#),
    ("T", r#"<msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub>"#),
    ("T2_s", r#"<msubsup><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi><mrow><mo stretchy="false">(</mo><mn>2</mn><mo stretchy="false">)</mo></mrow></msubsup>"#),
    ("mu", r#"<mi>μ</mi>"#),
    ("W_pk", r#"<msub><mi>W</mi><mrow><mtext>PK</mtext></mrow></msub>"#),
    ("C", r#"<mi>C</mi>"#),
    ("Delta", r#"<mi mathvariant="normal">Δ</mi>"#),
    ("W_bursts", r#"<mfrac><mrow><mn>1</mn></mrow><mrow><msub><mi>λ</mi><mi>v</mi></msub></mrow></mfrac><mrow><mo>(</mo><mi mathvariant="normal">Δ</mi><mo>+</mo><mfrac><mrow><msub><mover><mi>T</mi><mo>¯</mo></mover><mi>s</mi></msub><mi>C</mi></mrow><mrow><mn>1</mn><mo>−</mo><mi>μ</mi></mrow></mfrac><mo>)</mo></mrow>"#),
    ("Ws", r#"<mrow><mi>𝑊</mi><mi>𝑠</mi></mrow>"#),
];
