import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { UNASSIGNED_FACULTY } from '../../../domain/catalogues/unassigned.ts';
import type { ImportField } from '../../../domain/imports/field.ts';
import { isSeveral } from '../../../domain/imports/recognition.ts';
import { choicesOf } from '../../../domain/imports/words.ts';
import type { Import } from '../../imports/contract.ts';
import { useSmallOptions } from '../../options/ui/option-field.tsx';
import { NewUnits } from './new-units.tsx';
import type { Flow } from './use-import.tsx';

interface Panel {
  flow: Flow;
  seen: Import;
}
interface OfField extends Panel {
  field: ImportField;
}

/** Marks a text that holds for all rows among the columns of a choice. */
const SAME = '=';

const optionsFor = ({ columns }: Import) =>
  columns.map(({ title, sample }, at) => ({
    value: String(at),
    label: sample ? `${title} (${sample.slice(0, 24)})` : title,
  }));

/** What a needed field may be in all rows, where it has few words. */
function sameForAll({ field, seen }: OfField) {
  if (!field.required || seen.mapping[field.key]) return [];
  return choicesOf(field).map(({ value, label }) => ({ value: SAME + value, label }));
}

/** A field's place with another column; without any left the field has none. */
function withColumn(seen: Import, { key }: ImportField, at: number, value: string | null): Import['mapping'] {
  const { [key]: before = [], ...rest } = seen.mapping;
  const next =
    value === null
      ? before.filter((_, n) => n !== at)
      : [...before.slice(0, at), Number(value), ...before.slice(at + 1)];
  return next.length > 0 ? { ...rest, [key]: next } : rest;
}

function FieldSelect({ flow, seen, field, at }: OfField & { at: number }) {
  const { key, label, required } = field;
  const [columns, same] = [optionsFor(seen), sameForAll({ flow, seen, field })];
  const column = seen.mapping[key]?.[at];
  const isSame = column === undefined && at === 0 && seen.defaults[key] !== undefined && same.length > 0;
  const change = (value: string | null) => {
    const { [key]: _before, ...others } = seen.defaults;
    if (value?.startsWith(SAME)) return flow.remap.mutate({ defaults: { ...others, [key]: value.slice(1) } });
    return flow.remap.mutate({
      mapping: withColumn(seen, field, at, value),
      ...(isSame && { defaults: others }),
    });
  };
  return (
    <Select
      label={at === 0 ? label : `${label} (${at + 1})`}
      data={
        same.length > 0
          ? [
              { group: 'Columnas', items: columns },
              { group: 'Lo mismo en todas las filas', items: same },
            ]
          : columns
      }
      value={column === undefined ? (isSame ? SAME + seen.defaults[key] : null) : String(column)}
      onChange={change}
      placeholder="Sin columna"
      clearable={!required || at > 0}
      clearButtonProps={{ 'aria-label': `Quitar la columna de ${label}` }}
      withAsterisk={(required ?? false) && at === 0}
      error={seen.missing.includes(key) ? 'Elige su columna.' : undefined}
      searchable
    />
  );
}

/** A field with its columns: several are joined, one after another. */
function FieldColumns({ flow, seen, field }: OfField) {
  const columns = seen.mapping[field.key] ?? [];
  const [adding, setAdding] = useState(false);
  const shown = Math.max(1, columns.length + (adding ? 1 : 0));
  const canJoin = columns.length > 0 && !adding && (field.joined !== undefined || isSeveral(field));
  return (
    <Stack gap={4}>
      {Array.from({ length: shown }, (_, at) => at).map(at => (
        <FieldSelect key={`${columns[at] ?? 'none'}-${at}`} flow={flow} seen={seen} field={field} at={at} />
      ))}
      {canJoin && (
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ alignSelf: 'flex-start' }}
          aria-label={`Unir otra columna a ${field.label}`}
          onClick={() => setAdding(true)}
        >
          Unir otra columna
        </Button>
      )}
      {seen.doubtful.includes(field.key) && <Doubtful flow={flow} seen={seen} field={field} />}
    </Stack>
  );
}

/** A column that is taken for want of a better one says so. */
function Doubtful({ flow, seen, field }: OfField) {
  const [column = 0] = seen.mapping[field.key] ?? [];
  const canBeFaculty = flow.kind.fields.some(each => each.key === 'faculty') && !seen.mapping.faculty;
  const { [field.key]: _used, ...others } = seen.mapping;
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        «{seen.columns[column]?.title}» no dice que sea una {field.label.toLowerCase()}: cada valor distinto
        sería una.
      </Text>
      {canBeFaculty && (
        <Button
          variant="default"
          size="compact-xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => flow.remap.mutate({ mapping: { ...others, faculty: [column] } })}
        >
          Usarla como facultad
        </Button>
      )}
    </Stack>
  );
}

/** Columns of the file that nothing is read from. */
function Unused({ seen }: { seen: Import }) {
  const used = new Set(Object.values(seen.mapping).flat());
  const titles = seen.columns.flatMap(({ title }, at) => (used.has(at) ? [] : [title]));
  if (titles.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {titles.length === 1 ? 'Una columna no se usa: ' : `${titles.length} columnas no se usan: `}
      {titles.join(', ')}.
    </Text>
  );
}

/** Fields with the titles of their columns, in a line. */
function Summary({ flow, seen }: Panel) {
  const told = flow.kind.fields.flatMap(({ key, label }) => {
    const titles = seen.mapping[key]?.map(at => seen.columns[at]?.title ?? '');
    return titles ? [{ key, label, titles: titles.join(' + ') }] : [];
  });
  return (
    <Text size="sm">
      {told.map(({ key, label, titles }, n) => (
        <Text key={key} span inherit>
          {n > 0 && ' · '}
          <Text span inherit fw={600}>
            {label}
          </Text>
          : {titles}
        </Text>
      ))}
    </Text>
  );
}

/** Which column is which; recognised by the titles, changed here where they mislead, and remembered. */
export function Columns({ flow, seen }: Panel) {
  const needsLook = seen.missing.length > 0 || seen.doubtful.length > 0;
  const [open, setOpen] = useState(needsLook);
  const [all, setAll] = useState(false);
  const isUsed = ({ key, required }: ImportField) => required || seen.mapping[key] !== undefined;
  const used = flow.kind.fields.filter(isUsed);
  const others = flow.kind.fields.filter(field => !isUsed(field));
  const grid = (fields: readonly ImportField[]) => (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {fields.map(field => (
        <FieldColumns
          key={`${field.key} ${seen.mapping[field.key]?.length}`}
          flow={flow}
          seen={seen}
          field={field}
        />
      ))}
    </SimpleGrid>
  );
  return (
    <Stack gap="xs">
      {open || needsLook ? grid(used) : <Summary flow={flow} seen={seen} />}
      <Unused seen={seen} />
      <Group gap="xs">
        {!needsLook && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={open}
            onClick={() => setOpen(before => !before)}
          >
            {open ? 'Ocultar las columnas' : 'Cambiar las columnas'}
          </Button>
        )}
        {(open || needsLook) && others.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={all}
            onClick={() => setAll(before => !before)}
          >
            {all ? 'Ocultar los campos sin columna' : `Campos sin columna: ${others.length}`}
          </Button>
        )}
      </Group>
      {all && (open || needsLook) && grid(others)}
    </Stack>
  );
}

/** Where rows go that name no school, and where new schools go; what else is made with the rows. */
export function Units({ flow, seen }: Panel) {
  const schools = useSmallOptions('schools');
  const faculties = useSmallOptions('faculties');
  const namesSchools = flow.kind.fields.some(field => field.key === 'school');
  const chosen = schools.find(school => school.label === seen.defaults.school);
  const choose = (value: string | null) => {
    const { school: _before, ...others } = seen.defaults;
    const name = schools.find(school => school.value === value)?.label;
    flow.remap.mutate({ defaults: name === undefined ? others : { ...others, school: name } });
  };
  const needsFaculty = seen.newUnits.some(unit => unit.kind === 'school' && !unit.faculty);
  return (
    <>
      {(namesSchools || needsFaculty) && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {namesSchools && (
            <Select
              label="Escuela de las filas que no la indican"
              data={schools}
              value={chosen?.value ?? null}
              onChange={choose}
              placeholder="Ninguna"
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Quitar la escuela' }}
            />
          )}
          {needsFaculty && (
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
      )}
      <NewUnits flow={flow} seen={seen} />
    </>
  );
}
