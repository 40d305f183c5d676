import { describe, expect, it } from 'vitest';
import { endOfDay } from '../../kit/calendar.ts';
import { addressLetter } from '../letters.ts';
import { sampleResultLetter } from '../mail-samples.ts';
import { OUTCOMES, type Outcome } from '../outcomes.ts';
import {
  lettersRefusal,
  OUTCOME_INFO,
  type ResultFacts,
  resultLetterInput,
  resultLetterOf,
} from './result-letters.ts';

const FACTS: ResultFacts = {
  to: 'Camila Rojas Fuentes',
  project: { kind: 'fexs', id: '0197', code: 'FEX-2026-0042', title: 'Autocuidado en Los Cóndores' },
  call: { name: 'Fondo de extensión', year: 2026 },
  line: 'Salud',
  score: 71.456,
  cutoff: 78.5,
  minimum: 60,
  place: { rank: 9, of: 24 },
  asked: 2_000_000,
  awarded: null,
  reason: null,
  comments: [],
  appealUntil: null,
  provisionalUntil: null,
  waitlistUntil: null,
};
const HOME = { publicUrl: 'https://vinculacion.example.cl', productName: 'Vinculación' };
const leaving = (outcome: Outcome, facts: Partial<ResultFacts> = {}) =>
  addressLetter(resultLetterOf({ ...FACTS, ...facts }, OUTCOME_INFO[outcome].original), HOME);

describe('the original words', () => {
  it('not awarded: score, place, cut-off, reason, comments, how and until when to appeal', () => {
    const { text, html } = leaving('not_award', {
      reason: 'Está bajo el puntaje mínimo.',
      comments: ['Precisa los resultados.\nY el plan.', 'Buen diagnóstico.'],
      appealUntil: endOfDay('2026-11-26'),
    });
    expect(text).toBe(`Saludos cordiales, Camila Rojas Fuentes:

Agradecemos el trabajo que tú y tu equipo pusieron en la propuesta «Autocuidado en Los Cóndores» (FEX-2026-0042). Lamentamos comunicarte que no fue adjudicada en la convocatoria «Fondo de extensión».

Línea: Salud
Puntaje final: 71,46
Lugar: 9 de 24
Corte de su línea: 78,5
Puntaje mínimo: 60
Monto pedido: $2.000.000

Motivo: Está bajo el puntaje mínimo.

Comentarios de la evaluación:
- Evaluación 1: Precisa los resultados.
Y el plan.
- Evaluación 2: Buen diagnóstico.

Puedes apelar este resultado una sola vez, hasta el jueves 26-11-2026. Para hacerlo, abre la propuesta, elige «Apelar el resultado» y explica tus razones. También puede apelar quien figura como alterno.

Esperamos que estos antecedentes te sirvan para fortalecer la propuesta y que postules de nuevo en una próxima convocatoria.

Abrir la propuesta: https://vinculacion.example.cl/projects/fexs/0197

Oficina de Vinculación

--
Vinculación
Puedes elegir qué correos recibes en Notificaciones, dentro de la aplicación.
`);
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://vinculacion.example.cl/projects/fexs/0197"']);
    expect(html).toContain('Precisa los resultados.<br>Y el plan.');
    expect(html).toContain('78,5');
  });

  it('leave out what there is not', () => {
    const { text, html } = leaving('not_award', { cutoff: null, place: null, score: null });
    expect(text + html).not.toMatch(/Corte|Lugar|Puntaje final|Motivo|Comentarios|apelar/);
  });

  it('awarded: less than was asked for is to be fitted, and nothing is final before the appeals are over', () => {
    const { text } = leaving('award', { awarded: 1_800_000, provisionalUntil: endOfDay('2026-11-26') });
    expect(text).toContain('Monto adjudicado: $1.800.000');
    expect(text).toContain(
      'ajusta en la sección Presupuesto las líneas del fondo hasta que sumen $1.800.000',
    );
    expect(text).toContain('se pueden apelar hasta el jueves 26-11-2026');
    const whole = leaving('award', { awarded: 2_000_000 }).text;
    expect(whole).toContain('fue adjudicada');
    expect(whole).not.toMatch(/ajusta|provisional|apelar/);
  });

  it('on the waitlist: until when it runs, and that there is no appeal', () => {
    const { text } = leaving('waitlist', { waitlistUntil: '2027-03-01' });
    expect(text).toContain('rige hasta el lunes 01-03-2027');
    expect(text).toContain('La lista de espera no se apela');
  });

  it('inadmissible: the reason, and the appeal where there is one', () => {
    const none = { score: null, cutoff: null, minimum: null, place: null, asked: null };
    const dismissed = (more: Partial<ResultFacts>) => leaving('dismiss', { ...none, ...more }).text;
    const text = dismissed({ reason: 'Falta la carta.', appealUntil: endOfDay('2026-11-26') });
    expect(text).toContain('Motivo: Falta la carta.');
    expect(text).toContain('hasta el jueves 26-11-2026');
    expect(dismissed({ reason: 'Falta la carta.' })).not.toContain('apelar');
  });

  it.each(OUTCOMES)('%s: may be saved, names its placeholders and fills them all', outcome => {
    const { original, placeholders } = OUTCOME_INFO[outcome];
    expect(resultLetterInput.safeParse(original).error).toBeUndefined();
    const body = placeholders.map(p => `<p>{${p.name}}</p>`).join('');
    const letter = sampleResultLetter(outcome, { subject: 'Asunto', body });
    expect(letter.html + letter.text).not.toMatch(/\{\w/);
    expect(sampleResultLetter(outcome, original).text).toContain('Oficina de Vinculación');
  });
});

describe('a text of a call', () => {
  it('has a value for every single placeholder', () => {
    const body =
      '<p>{linea}: {puntaje}, {lugar}, corte {corte}, mínimo {minimo}</p><p>{monto_pedido} y {monto_adjudicado}</p>' +
      '<p>{convocatoria} {anio}, {plazo_apelar}</p><p>{enlace}</p>';
    const facts = { ...FACTS, awarded: 500_000, appealUntil: endOfDay('2026-11-26') };
    const { subject, text } = resultLetterOf(facts, { subject: '{codigo}: {puntaje}', body });
    expect(subject).toBe('FEX-2026-0042: 71,46');
    expect(text).toContain('Salud: 71,46, 9 de 24, corte 78,5, mínimo 60\n\n$2.000.000 y $500.000\n');
    expect(text).toContain('Fondo de extensión 2026, el jueves 26-11-2026');
  });

  it('lets nobody write HTML, links or headers, and keeps what people write as it is', () => {
    const evil = `<script>alert(1)</script> 👩🏽‍🌾 {enlace} & "'\uE000/evil`;
    const facts = {
      ...{ ...FACTS, to: evil, line: evil, reason: evil, comments: [evil], call: { name: evil, year: 2026 } },
      project: { ...FACTS.project, title: `${evil}\r\nBcc: otro@example.cl` },
    };
    for (const outcome of OUTCOMES) {
      const text = { ...OUTCOME_INFO[outcome].original, subject: '{proyecto}' };
      const letter = resultLetterOf(facts, text);
      expect(letter.html).not.toContain('<script');
      expect(letter.html.match(/<a /g)).toHaveLength(1);
      expect(letter.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; 👩🏽‍🌾 {enlace} &amp;');
      expect(letter.subject).not.toMatch(/[\r\n]/);
      expect(addressLetter(letter, HOME).text).not.toContain('example.cl/evil');
    }
  });

  it.each([
    [{ subject: '{apodo}' }, 'subject', 'No existe: {apodo}.'],
    [{ subject: '{comentarios}' }, 'subject', 'Solo puede ir en el texto: {comentarios}.'],
    [{ body: '<p>Hola</p>' }, 'body', 'Falta {enlace}: sin él nadie encuentra el camino.'],
    [{ body: '<p>Lee {resultado}</p><p>{enlace}</p>' }, 'body', 'Va en un párrafo propio: {resultado}.'],
  ])('%j is refused', (change, path, message) => {
    const asked = { ...OUTCOME_INFO.award.original, ...change };
    const issues = resultLetterInput.safeParse(asked).error?.issues.map(i => [i.path.join('.'), i.message]);
    expect(issues).toEqual([[path, message]]);
  });
});

it('letters change until the call is closed', () => {
  expect(lettersRefusal('execution')).toBeNull();
  expect(lettersRefusal('closed')).toContain('La convocatoria está cerrada');
});
