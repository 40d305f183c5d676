import { Alert, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isOfOffice, PROCESSING_LABELS, recordWords } from '../../../../domain/privacy/processing.ts';
import { download } from '../../../../web/api.ts';
import { CataloguePage } from '../../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../../web/catalogue/state.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import type { Column } from '../../../../web/table/columns.ts';
import { Cut } from '../../../../web/ui/cut.tsx';
import { useSaving } from '../../../../web/use-saving.ts';
import {
  type ProcessingActivity,
  printProcessing,
  processingActivities,
  setProcessingActive,
} from '../../processing/contract.ts';
import { PrivacyLinks } from '../privacy-links.tsx';

const COLUMNS: Column<ProcessingActivity>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  {
    ...{ key: 'people', title: PROCESSING_LABELS.people, value: r => r.people, optional: true },
    render: r => <Cut max="9rem">{r.people}</Cut>,
  },
  {
    ...{ key: 'purpose', title: PROCESSING_LABELS.purpose, value: r => r.purpose },
    render: r => <Cut max="11rem">{r.purpose}</Cut>,
  },
  { key: 'records', title: 'Hoy', value: r => recordWords(r.key, r.records), lines: 2, width: '9rem' },
  {
    ...{ key: 'kept', title: PROCESSING_LABELS.kept, value: r => r.keptByRule ?? r.kept },
    render: r => <Cut max="11rem">{r.keptByRule ?? r.kept}</Cut>,
  },
  activeColumn,
  { ...changedColumn, optional: true },
];

const EMPTY = {
  ...{ name: '', purpose: '', legalBasis: '', people: '', data: '' },
  ...{ source: '', recipients: '', transfers: '', kept: '', security: '' },
};

/** Help of the fields, in the order in which the register is read. */
const HELP = {
  purpose: 'Para qué se usan los datos.',
  legalBasis:
    'Por qué la ley lo permite: consentimiento, ejecución de un contrato, obligación legal, interés legítimo, función pública…',
  people: 'De quiénes son los datos.',
  data: 'Qué datos son. Di si alguno es sensible o de menores de edad.',
  source: 'De dónde se obtienen.',
  recipients: 'A quiénes se entregan, dentro y fuera de la institución.',
  transfers: 'A qué países y con qué resguardos, o que no hay.',
  kept: 'Por cuánto tiempo, o según qué se decide.',
  security: 'Qué los protege.',
} as const;

const ReportButton = () => {
  const { saving, save } = useSaving();
  return (
    <Button
      variant="default"
      loading={saving}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save(() => download(printProcessing, {}))}
    >
      Descargar PDF
    </Button>
  );
};

/** What the application itself knows of one of its own. */
const Known = ({ row }: { row: ProcessingActivity }) => (
  <Alert color="blue" title="Es de la plataforma: no se elimina ni se desactiva">
    <Text size="sm">Hoy: {recordWords(row.key, row.records)}.</Text>
    <Text size="sm">Lo que hace la plataforma con el tiempo: {row.keptByRule}</Text>
  </Alert>
);

const ActivityFields = ({ row }: { row: ProcessingActivity | null }) => (
  <>
    {row && !isOfOffice(row) && <Known row={row} />}
    <TextField name="name" label={PROCESSING_LABELS.name} />
    {(Object.keys(HELP) as (keyof typeof HELP)[]).map(field => (
      <TextAreaField key={field} name={field} label={PROCESSING_LABELS[field]} description={HELP[field]} />
    ))}
  </>
);

const valuesOf = ({ name, purpose, legalBasis, people, data, ...rest }: ProcessingActivity) => {
  const { source, recipients, transfers, kept, security } = rest;
  return { name, purpose, legalBasis, people, data, source, recipients, transfers, kept, security };
};

/** The register of what is done with data of persons. */
export const ProcessingPage = () => (
  <CataloguePage<ProcessingActivity, typeof processingActivities>
    noun="processingActivity"
    title="Registro de tratamientos"
    text="Qué se hace con datos de personas, para qué y con qué base legal. Los textos de la plataforma son una propuesta: revísalos y ajústalos con quien asesora a la institución."
    words={{ add: 'Nuevo tratamiento', create: 'Crear tratamiento', edit: 'Editar tratamiento' }}
    endpoints={{ ...processingActivities, setActive: setProcessingActive }}
    columns={COLUMNS}
    filters={<ActiveFilter />}
    actions={
      <>
        <PrivacyLinks at="processing" />
        <ReportButton />
      </>
    }
    empty={{
      title: 'Todavía no hay tratamientos',
      text: 'Los de la plataforma se agregan al iniciar; agrega los que la oficina hace por su cuenta.',
    }}
    initial={EMPTY}
    valuesOf={valuesOf}
    nameOf={r => r.name}
    isFixed={r => !isOfOffice(r)}
    labels={PROCESSING_LABELS}
    fields={row => <ActivityFields row={row} />}
  />
);
