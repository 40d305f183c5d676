import { beforeEach, describe, expect, it } from 'vitest';
import * as drafts from './drafts.ts';
import { type Question, questions } from './questions.ts';
import { sentQuestions } from './sent.ts';

let made: number;
const newId = () => `id${++made}`;
beforeEach(() => {
  made = 0;
});

const base = { help: '', required: false };
const ROLE: Question = {
  ...{ ...base, kind: 'choice', key: 'rol', text: 'Tu rol', divides: true },
  options: [
    { value: 'socio', label: 'Socio' },
    { value: 'otro', label: 'Otro' },
  ],
};
const NOTE: Question = { ...base, kind: 'text', key: 'nota', text: 'Nota' };
const NONE = sentQuestions([]);
const SENT = sentQuestions([{ frozenAt: '2026-01-01T00:00:00Z', questions: [ROLE] }]);
const at = (all: readonly drafts.QuestionDraft[], n: number) => all[n] as drafts.QuestionDraft;

describe('a draft', () => {
  it('of a question comes to the same question', () => {
    const all: Question[] = [
      ROLE,
      NOTE,
      { ...base, kind: 'scale', key: 's', text: 'S', from: 0, to: 10, low: 'Nada', high: 'Mucho' },
      { ...base, kind: 'multiple', key: 'm', text: 'M', options: ROLE.options },
    ];
    expect(drafts.draftsOf(all, NONE, newId).map(drafts.questionOf)).toEqual(all);
  });

  it('knows which keys were sent', () => {
    const [role, note] = drafts.draftsOf([ROLE, NOTE], SENT, newId);
    expect([role?.isKept, note?.isKept]).toEqual([true, false]);
    expect(role?.options.map(o => o.isKept)).toEqual([true, true]);
  });

  it('that was sent while it was written keeps its keys from then on', () => {
    const written = drafts.draftsOf([ROLE, NOTE], NONE, newId);
    const [role, note] = drafts.keeping(written, SENT);
    expect([role?.isKept, note?.isKept]).toEqual([true, false]);
    expect(role?.options.map(o => o.isKept)).toEqual([true, true]);
    expect(drafts.keeping(drafts.draftsOf([ROLE], SENT, newId), NONE)[0]?.isKept).toBe(true);
  });

  it('keeps what another kind asks, until it is sent', () => {
    const role = at(drafts.draftsOf([ROLE], NONE, newId), 0);
    const written = drafts.ofKind(role, 'text', newId);
    expect(drafts.questionOf(written)).toEqual({ ...base, kind: 'text', key: 'rol', text: 'Tu rol' });
    const back = drafts.ofKind(written, 'choice', newId);
    expect(back.options).toEqual(role.options);
    expect(back.divides).toBe(false);
  });

  it('that becomes one to choose begins with two options', () => {
    const note = at(drafts.draftsOf([NOTE], NONE, newId), 0);
    expect(drafts.ofKind(note, 'multiple', newId).options.map(o => o.value)).toEqual(['opcion', 'opcion_2']);
  });
});

describe('keys', () => {
  it('follow the words of a question until it was sent', () => {
    let all = drafts.withBlank([], 'text', newId);
    expect(at(all, 0).key).toBe('pregunta');
    all = drafts.edited(all, at(all, 0).id, { text: '¿Volverías?' });
    expect(at(all, 0).key).toBe('volverias');
    all = drafts.withBlank(all, 'scale', newId);
    all = drafts.edited(all, at(all, 1).id, { text: 'Volverías' });
    expect(at(all, 1).key).toBe('volverias_2');
    const sent = drafts.draftsOf([ROLE], SENT, newId);
    expect(at(drafts.edited(sent, at(sent, 0).id, { text: 'Tu papel' }), 0).key).toBe('rol');
  });

  it('that somebody wrote stay', () => {
    let all = drafts.draftsOf([NOTE], NONE, newId);
    all = drafts.edited(all, at(all, 0).id, { key: 'p1' });
    all = drafts.edited(all, at(all, 0).id, { text: 'Comentarios' });
    expect(at(all, 0).key).toBe('p1');
  });

  it('of options do the same', () => {
    const { options } = at(drafts.draftsOf([ROLE], SENT, newId), 0);
    const more = drafts.withOptions(options, 1, ['Sócio', 'Ayudante'], newId);
    expect(more.map(o => o.value)).toEqual(['socio', 'socio_2', 'ayudante', 'otro']);
    const [first, second] = more.map(o => o.id);
    const kept = drafts.editedOption(more, first ?? '', { label: 'Contraparte' });
    expect(kept[0]).toMatchObject({ value: 'socio', label: 'Contraparte' });
    const renamed = drafts.editedOption(more, second ?? '', { label: 'Otro' });
    expect(renamed[1]).toMatchObject({ value: 'otro_2', label: 'Otro' });
  });
});

describe('a list of drafts', () => {
  it('is moved by one, and stays within its ends', () => {
    const all = drafts.draftsOf([ROLE, NOTE], NONE, newId);
    const [a = '', b = ''] = all.map(q => q.id);
    const order = (id: string, by: -1 | 1) => drafts.moved(all, id, by).map(q => q.id);
    expect(order(a, 1)).toEqual([b, a]);
    expect(order(b, -1)).toEqual([b, a]);
    expect(order(a, -1)).toEqual([a, b]);
    expect(order(b, 1)).toEqual([a, b]);
    expect(order('nobody', 1)).toEqual([a, b]);
  });

  it('takes a copy that is a question of its own', () => {
    const all = drafts.draftsOf([ROLE, NOTE], SENT, newId);
    const copied = drafts.duplicated(all, at(all, 0).id, newId);
    expect(copied.map(q => q.key)).toEqual(['rol', 'tu_rol', 'nota']);
    expect(at(copied, 1)).toMatchObject({ isKept: false, divides: false, text: 'Tu rol' });
    expect(new Set(copied.flatMap(q => [q.id, ...q.options.map(o => o.id)])).size).toBe(7);
    expect(questions.safeParse(copied.map(drafts.questionOf)).success).toBe(true);
  });

  it('is divided by one at most', () => {
    const all = drafts.draftsOf([ROLE, { ...ROLE, key: 'otra', divides: false }], NONE, newId);
    expect(drafts.dividedBy(all, at(all, 1).id).map(q => q.divides)).toEqual([false, true]);
    expect(drafts.dividedBy(all, null).map(q => q.divides)).toEqual([false, false]);
  });

  it('takes one back where it was, but not what another took over', () => {
    const all = drafts.draftsOf([ROLE, NOTE], NONE, newId);
    const [role, note] = [at(all, 0), at(all, 1)];
    expect(drafts.putBack([note], role, 0)).toEqual([role, note]);
    expect(drafts.putBack(all, role, 0)).toEqual(all);
    const other = { ...note, id: 'x', key: 'rol', divides: true };
    expect(at(drafts.putBack([other], role, 5), 1)).toMatchObject({ key: 'tu_rol', divides: false });
  });
});

it('lines of a list lose the marks before them, and nothing else', () => {
  const pasted = '- Uno\r\n\n2. Dos\n c) Tres \n• Cuatro\nNo. Nunca\nA. Pérez\n5 o más';
  expect(drafts.linesOf(pasted)).toEqual([
    ...['Uno', 'Dos', 'Tres', 'Cuatro', 'No. Nunca', 'A. Pérez', '5 o más'],
  ]);
});
