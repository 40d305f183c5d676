import type { z } from 'zod';
import { decimal, itemReference, line, list } from './field.ts';
import { isEmpty, type Requirement, section } from './section.ts';

/** Signed: a baseline can be a balance or a temperature. */
const figure = { min: -1_000_000_000, max: 1_000_000_000 };

export const indicators = section({
  label: 'Indicadores',
  help: 'Cómo se sabrá si se logró cada objetivo.',
  fields: {
    indicators: list(
      'Indicadores',
      'Indicador',
      {
        objectiveId: itemReference('Objetivo específico', { required: true }),
        name: line('Indicador', { required: true, help: 'Por ejemplo: talleres realizados.' }),
        unit: line('Unidad', { max: 60, help: 'Por ejemplo: personas, %, talleres.' }),
        baseline: decimal('Línea base', figure),
        target: decimal('Meta', { ...figure, required: true }),
        actual: decimal('Valor logrado', { ...figure, help: 'Se llena durante la ejecución.' }),
        verification: line('Medio de verificación', { max: 500, help: 'Por ejemplo: lista de asistencia.' }),
      },
      { required: true, min: 1, max: 40 },
    ),
  },
  rules(data, { sections }) {
    const stated = (sections.objectives as { specific?: { id: string }[] } | undefined)?.specific;
    if (!stated) return [];
    return data.indicators.flatMap((indicator, n): Requirement[] => {
      if (isEmpty(indicator.objectiveId) || stated.some(o => o.id === indicator.objectiveId)) return [];
      const message = 'Ese objetivo específico ya no existe: elige otro.';
      return [
        { path: `indicators.${n}.objectiveId`, label: `Indicador ${n + 1}: Objetivo específico`, message },
      ];
    });
  },
});
export type Indicators = z.output<typeof indicators.schema>;

/** What is stored when a running project sends its figures: only value and verifier may differ from what was approved. */
export function withActualFigures(stored: Indicators, sent: Indicators): Indicators {
  const given = new Map(sent.indicators.map(i => [i.id, i]));
  return {
    indicators: stored.indicators.map(i => ({
      ...i,
      actual: given.get(i.id)?.actual ?? null,
      verification: given.get(i.id)?.verification ?? i.verification,
    })),
  };
}
