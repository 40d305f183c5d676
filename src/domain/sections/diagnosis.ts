import { MAX_LONG_NARRATIVE, narrative } from './field.ts';
import { section } from './section.ts';

export const diagnosis = section({
  label: 'Diagnóstico y pertinencia',
  help: 'Por qué hace falta el proyecto y por qué lo hace esta universidad.',
  fields: {
    problem: narrative('Necesidad o problema', {
      required: true,
      max: MAX_LONG_NARRATIVE,
      help: 'Qué ocurre, a quiénes afecta y cómo se sabe.',
    }),
    baseline: narrative('Línea base', { help: 'Datos de la situación antes del proyecto, con su fuente.' }),
    relevance: narrative('Pertinencia', {
      required: true,
      help: 'Por qué importa para el territorio y para la disciplina.',
    }),
    codesign: narrative('Co-diseño con el socio', {
      help: 'Cómo participó el socio en definir el problema y la propuesta.',
    }),
  },
});
