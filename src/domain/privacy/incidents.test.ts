import { expect, test } from 'vitest';
import { type IncidentFields, incidentFields, incidentGaps } from './incidents.ts';

const TOLD: IncidentFields = incidentFields.parse({
  ...{ title: 'Planilla enviada a otra lista', detectedOn: '2026-11-20', happenedOn: '2026-11-19' },
  ...{ natures: ['confidentiality'], description: 'Se envió a quien no correspondía.', risk: 'some' },
  ...{ dataConcerned: 'Nombres y correos de participantes', special: ['minors'], people: 40 },
  ...{ effects: 'Cuarenta correos conocidos por terceros', measures: 'Se pidió borrar el mensaje' },
  ...{ agencyToldOn: '2026-11-21', peopleToldOn: '2026-11-22', peopleToldHow: 'Por correo' },
});
const gapsOf = (change: Partial<IncidentFields>) => incidentGaps({ ...TOLD, ...change });
const AGENCY = 'Comunica el incidente a la Agencia de Protección de Datos Personales, o explica por qué no.';
const PEOPLE = 'Comunica el incidente a las personas afectadas, o explica por qué no.';
const untold = { agencyToldOn: null, peopleToldOn: null } as const;

test.for<[string, Partial<IncidentFields>, string[]]>([
  ['all was told', {}, []],
  [
    'nothing is described',
    { effects: '', measures: '' },
    ['Describe los efectos.', 'Describe las medidas que se tomaron.'],
  ],
  ['the risk is not judged', { ...untold, risk: 'unknown' }, ['Evalúa el riesgo para las personas.']],
  ['there is no risk', { ...untold, risk: 'none' }, []],
  ['nobody was told', untold, [AGENCY, PEOPLE]],
  ['the people were not told', { peopleToldOn: null }, [PEOPLE]],
  ['the Agency was not told', { agencyToldOn: null }, [AGENCY]],
  ['nobody was told of ordinary data', { ...untold, special: [] }, [AGENCY]],
  ['the people were not told of ordinary data', { peopleToldOn: null, special: [] }, []],
  ['it is said why nobody was told', { ...untold, whyNotTold: 'Estaban cifrados' }, []],
])('%s', ([, change, gaps]) => expect(gapsOf(change)).toEqual(gaps));

test.for<[Partial<IncidentFields>, string]>([
  [{ happenedOn: '2026-11-21' }, 'happenedOn'],
  [{ agencyToldOn: '2026-11-19' }, 'agencyToldOn'],
  [{ peopleToldOn: '2026-11-19' }, 'peopleToldOn'],
])('%j is refused at its field', ([change, path]) =>
  expect(incidentFields.safeParse({ ...TOLD, ...change }).error?.issues.map(i => i.path)).toEqual([[path]]),
);
