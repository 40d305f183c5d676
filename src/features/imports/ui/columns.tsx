import { Select, SimpleGrid, Text } from '@mantine/core';
import { useSmallOptions } from '../../options/ui/option-field.tsx';
import { type Import, UNASSIGNED_FACULTY } from '../contract.ts';
import type { Flow } from './use-import.tsx';

/** Which column is which; recognised by the titles, changed here where they mislead, and remembered. */
export function Columns({ flow, seen }: { flow: Flow; seen: Import }) {
  const options = seen.columns.map(({ title, sample }, at) => ({
    value: String(at),
    label: sample ? `${title} (${sample.slice(0, 24)})` : title,
  }));
  const set = (key: string, value: string | null) => {
    const { [key]: _before, ...rest } = seen.mapping;
    flow.remap.mutate({ mapping: value === null ? rest : { ...rest, [key]: Number(value) } });
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {flow.kind.fields.map(({ key, label, required }) => (
        <Select
          key={key}
          label={label}
          data={options}
          value={seen.mapping[key] === undefined ? null : String(seen.mapping[key])}
          onChange={value => set(key, value)}
          placeholder="Sin columna"
          clearable={!required}
          clearButtonProps={{ 'aria-label': `Quitar la columna de ${label}` }}
          withAsterisk={required ?? false}
          error={seen.missing.includes(key) ? 'Elige su columna.' : undefined}
        />
      ))}
    </SimpleGrid>
  );
}

function NewSchools({ names }: { names: readonly string[] }) {
  return (
    <Text size="sm">
      {names.length === 1 ? 'Se creará una escuela: ' : `Se crearán ${names.length} escuelas: `}
      {names.join(', ')}.
    </Text>
  );
}

/** Where rows go that name no school, and where new schools go. */
export function Units({ flow, seen }: { flow: Flow; seen: Import }) {
  const schools = useSmallOptions('schools');
  const faculties = useSmallOptions('faculties');
  if (!flow.kind.fields.some(field => field.reference === 'school')) return null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Escuela de las filas que no la indican"
          data={schools}
          value={seen.schoolId}
          onChange={schoolId => flow.remap.mutate({ schoolId })}
          placeholder="Ninguna"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Quitar la escuela' }}
        />
        {seen.newSchools.length > 0 && (
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
      {seen.newSchools.length > 0 && <NewSchools names={seen.newSchools} />}
    </>
  );
}
