import { Select, SimpleGrid, Text } from '@mantine/core';
import { IMPORT_FIELDS, type ImportField } from '../../../domain/career-import.ts';
import { useSmallOptions } from '../../options/ui/option-field.tsx';
import { UNASSIGNED_FACULTY } from '../careers/contract.ts';
import type { CareerImport, Preview } from './use-import.tsx';

/** Which column is which; recognised by the titles, changed here where they mislead. */
export function Columns({ flow, preview }: { flow: CareerImport; preview: Preview }) {
  const options = preview.columns.map(({ title, sample }, at) => ({
    value: String(at),
    label: sample ? `${title} (${sample.slice(0, 24)})` : title,
  }));
  const set = (key: ImportField, value: string | null) => {
    const { [key]: _before, ...rest } = preview.mapping;
    flow.again({ mapping: value === null ? rest : { ...rest, [key]: Number(value) } });
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {IMPORT_FIELDS.map(({ key, label, required }) => (
        <Select
          key={key}
          label={label}
          data={options}
          value={preview.mapping[key] === undefined ? null : String(preview.mapping[key])}
          onChange={value => set(key, value)}
          placeholder="Sin columna"
          clearable={!required}
          clearButtonProps={{ 'aria-label': `Quitar la columna de ${label}` }}
          withAsterisk={required}
          error={preview.missing.includes(key) ? 'Elige su columna.' : undefined}
        />
      ))}
    </SimpleGrid>
  );
}

/** Where careers go whose row names no school, and where new schools go. */
export function Units({ flow, preview }: { flow: CareerImport; preview: Preview }) {
  const schools = useSmallOptions('schools');
  const faculties = useSmallOptions('faculties');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Escuela de las filas que no la indican"
          data={schools}
          value={flow.school}
          onChange={school => flow.again({ school })}
          placeholder="Ninguna"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Quitar la escuela' }}
        />
        {preview.newSchools.length > 0 && (
          <Select
            label="Facultad de las escuelas nuevas"
            data={faculties.filter(faculty => faculty.label !== UNASSIGNED_FACULTY.name)}
            value={flow.facultyId}
            onChange={flow.setFacultyId}
            placeholder={UNASSIGNED_FACULTY.name}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Quitar la facultad' }}
          />
        )}
      </SimpleGrid>
      {preview.newSchools.length > 0 && (
        <Text size="sm">
          {preview.newSchools.length === 1
            ? 'Se creará una escuela: '
            : `Se crearán ${preview.newSchools.length} escuelas: `}
          {preview.newSchools.join(', ')}.
        </Text>
      )}
    </>
  );
}
