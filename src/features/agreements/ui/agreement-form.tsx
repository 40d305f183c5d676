import { AGREEMENT_KINDS, CLAUSES, MOST_AGREEMENT_FILES } from '../../../domain/catalogues/agreements.ts';
import { download, request } from '../../../web/api.ts';
import { type CatalogueForm, useReadAgain, type ValuesOf } from '../../../web/catalogue/catalogue.ts';
import { CatalogueDrawer } from '../../../web/catalogue/catalogue-drawer.tsx';
import { ChecksField } from '../../../web/form/choices/checks-field.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { useRead } from '../../../web/query.ts';
import { SmallFiles } from '../../../web/ui/files/small-files.tsx';
import { upload } from '../../../web/upload.ts';
import { OptionField, useSmallOptions } from '../../options/ui/option-field.tsx';
import {
  type Agreement,
  addAgreementFile,
  agreements,
  openAgreementFile,
  removeAgreementFile,
} from '../contract.ts';

type Values = ValuesOf<typeof agreements>;
interface Organisation {
  id: string;
  name: string;
}

const LABELS = {
  organisationId: 'Organización',
  number: 'Número',
  kind: 'Tipo',
  subject: 'Asunto',
  schoolId: 'Escuela a cargo',
  signedOn: 'Firmado el',
  startsOn: 'Inicio',
  endsOn: 'Término',
  clauses: 'Cláusulas',
  note: 'Nota',
};

const CLAUSE_OPTIONS = CLAUSES.map(({ value, label, isAsked }) => ({
  ...{ value, label },
  ...(isAsked && { description: 'Debe estar en todos los convenios.' }),
}));

/** Added and removed at once, apart from what is typed beside them. */
function Files({ row }: { row: Agreement }) {
  const readAgain = useReadAgain();
  // What is edited beside stays as it was read; this does not.
  const { data } = useRead(agreements.get, { params: { id: row.id } });
  const { files } = data ?? row;
  const agreement = row.id;
  return (
    <SmallFiles
      title="Documento firmado y anexos"
      files={files}
      fetchFile={file => download(openAgreementFile, { params: { agreement, file } })}
      change={{
        add: async file => {
          await upload(addAgreementFile, { params: { agreement }, query: { name: file.name } }, file);
          await readAgain();
        },
        remove: async file => {
          await request(removeAgreementFile, { params: { agreement, file } });
          await readAgain();
        },
        hint: 'Se guardan al agregarlos, sin esperar al botón Guardar.',
        whatRemovalDoes: 'deja de estar en el convenio',
        full:
          files.length >= MOST_AGREEMENT_FILES
            ? `Un convenio tiene como máximo ${MOST_AGREEMENT_FILES} archivos.`
            : null,
      }}
    />
  );
}

function AgreementFields({ row, known }: { row: Agreement | null; known: readonly Organisation[] }) {
  return (
    <>
      <OptionField
        name="organisationId"
        label={LABELS.organisationId}
        noun="organisation"
        known={row ? [row.organisation] : known}
        placeholder="Busca por nombre"
      />
      <TextField
        name="number"
        label={LABELS.number}
        description="El del decreto o del registro de convenios."
      />
      <SelectField name="kind" label={LABELS.kind} options={AGREEMENT_KINDS} required />
      <TextField name="subject" label={LABELS.subject} />
      <SelectField
        name="schoolId"
        label={LABELS.schoolId}
        options={useSmallOptions('schools', row?.school ? [row.school] : [])}
        placeholder="La oficina"
        searchable
      />
      <DateField name="signedOn" label={LABELS.signedOn} />
      <DateField name="startsOn" label={LABELS.startsOn} />
      <DateField
        name="endsOn"
        label={LABELS.endsOn}
        description="Vacío si es indefinido. La oficina recibe un aviso 90 días antes."
      />
      <ChecksField name="clauses" label={LABELS.clauses} options={CLAUSE_OPTIONS} />
      <TextAreaField name="note" label={LABELS.note} />
      {row && <Files row={row} />}
    </>
  );
}

const INITIAL = {
  ...{ number: '', kind: 'framework' as const, subject: '', schoolId: null, note: '' },
  ...{ signedOn: null, startsOn: null, endsOn: null, clauses: [] },
};

const screenFor = (organisation: Organisation | undefined): CatalogueForm<Agreement, Values> => ({
  // What was begun for one organisation is not for the next.
  noun: organisation ? `agreement-with-${organisation.id}` : 'agreement',
  words: { add: 'Nuevo convenio', create: 'Crear convenio', edit: 'Editar convenio' },
  endpoints: agreements,
  initial: { ...INITIAL, organisationId: organisation?.id ?? null },
  valuesOf: ({
    number,
    kind,
    subject,
    note,
    signedOn,
    startsOn,
    endsOn,
    clauses,
    organisation: with_,
    school,
  }) => ({
    ...{ number, kind, subject, note, signedOn, startsOn, endsOn, clauses },
    ...{ organisationId: with_.id, schoolId: school?.id ?? null },
  }),
  nameOf: row => row.number,
  labels: LABELS,
  choices: { kind: AGREEMENT_KINDS, clauses: CLAUSES },
  fields: row => <AgreementFields row={row} known={organisation ? [organisation] : []} />,
});

interface AgreementFormProps {
  /** Null for a new one. */
  row: Agreement | null;
  /** With whom a new one is. */
  organisation?: Organisation | undefined;
  onClose: () => void;
}

/** Adds an agreement, or changes the one given. */
export function AgreementForm({ row, organisation, onClose }: AgreementFormProps) {
  return <CatalogueDrawer screen={screenFor(organisation)} row={row} open onClose={onClose} />;
}
