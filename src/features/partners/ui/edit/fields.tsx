import { Alert, Checkbox, Input, List } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ORGANISATION_TYPES } from '../../../../domain/catalogues/organisations.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useFormScope } from '../../../../web/form/form.tsx';
import { useRead } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import { getCatalogues } from '../../../options/contract.ts';
import { findSimilarOrganisations } from '../../../organisations/contract.ts';
import { NoticeHelp } from '../../../privacy-notices/ui/notice-help.tsx';
import { type Point, PointInput } from '../../../section-screens/ui/fields/point-field.tsx';

export const LABELS = {
  name: 'Nombre',
  rut: 'RUT',
  type: 'Tipo',
  comunaCode: 'Comuna',
  point: 'Punto en el mapa',
  contactName: 'Persona de contacto',
  contactEmail: 'Correo de contacto',
  contactPhone: 'Teléfono de contacto',
};

export const EMPTY = {
  ...{ name: '', rut: '', type: null, comunaCode: null, point: null },
  ...{ contactName: '', contactEmail: '', contactPhone: '' },
};

const PAUSE_MS = 250;

/** What may be the same, while it is typed; `own` is the one being edited. */
function useSimilar(own: string | null) {
  const { getValue } = useFormScope();
  const typed = { name: String(getValue('name') ?? '').trim(), rut: String(getValue('rut') ?? '').trim() };
  const [{ name, rut }] = useDebouncedValue(typed, PAUSE_MS);
  const isEnough = name.length > 2 || rut.length > 6;
  const { data = [] } = useRead(
    findSimilarOrganisations,
    { query: { ...(name && { name }), ...(rut && { rut }) } },
    { enabled: isEnough, keepPrevious: true },
  );
  return isEnough ? data.filter(({ id }) => id !== own) : [];
}

/** Organisations that may be the one typed; a new one is added all the same once they were looked at. */
function Similar({ own }: { own: string | null }) {
  const { getValue, setValue } = useFormScope();
  const similar = useSimilar(own);
  if (similar.length === 0) return null;
  return (
    <Alert color="orange" title="Puede que ya esté en el directorio" role="status">
      <List size="sm" mb={own ? 0 : 'xs'}>
        {similar.map(({ id, label, hint }) => (
          <List.Item key={id}>
            <TextLink href={paths.partner(id)} underline="always">
              {label}
            </TextLink>
            {hint && ` · ${hint}`}
          </List.Item>
        ))}
      </List>
      {own === null && (
        <Checkbox
          label="Ninguna de estas: es otra organización"
          checked={getValue('confirmed') === true}
          onChange={event => setValue('confirmed', event.currentTarget.checked)}
        />
      )}
    </Alert>
  );
}

function PointPart() {
  const { getValue, setValue, errorOf } = useFormScope();
  const comuna = getValue('comunaCode');
  const error = errorOf('point');
  return (
    <Input.Wrapper
      label={LABELS.point}
      labelElement="div"
      description="Si importa dónde está exactamente: se escribe, se pega o se marca."
      error={error}
    >
      <PointInput
        value={getValue('point') as Point | null}
        onChange={point => setValue('point', point)}
        codes={typeof comuna === 'string' ? [comuna] : []}
      />
    </Input.Wrapper>
  );
}

/** Fields of an organisation; `own` is the id of the one being edited. */
export function PartnerFields({ own }: { own: string | null }) {
  const { data } = useRead(getCatalogues);
  const comunas = (data?.comunas ?? []).map(c => ({ value: c.code, label: c.name }));
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextField name="rut" label={LABELS.rut} description="Si lo conoces. Por ejemplo 76.123.456-0." />
      <Similar own={own} />
      <SelectField
        name="type"
        label={LABELS.type}
        options={ORGANISATION_TYPES}
        placeholder="Elige un tipo"
        required
      />
      <SelectField
        name="comunaCode"
        label={LABELS.comunaCode}
        options={comunas}
        placeholder="Elige una comuna"
      />
      <PointPart />
      <TextField name="contactName" label={LABELS.contactName} />
      <TextField name="contactEmail" label={LABELS.contactEmail} type="email" />
      <TextField name="contactPhone" label={LABELS.contactPhone} />
      <NoticeHelp />
    </>
  );
}
