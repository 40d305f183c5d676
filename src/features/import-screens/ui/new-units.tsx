import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { NEW_UNIT_KINDS, type NewUnitKind, type Reference } from '../../../domain/imports/field.ts';
import type { Import } from '../../imports/contract.ts';
import { TextPicker } from './text-picker.tsx';
import type { Flow } from './use-import.tsx';

interface Panel {
  flow: Flow;
  seen: Import;
}

const MADE: Record<NewUnitKind, { one: string; many: string; reference: Reference }> = {
  faculty: { one: 'Se creará una facultad', many: 'facultades', reference: 'faculty' },
  school: { one: 'Se creará una escuela', many: 'escuelas', reference: 'school' },
  organisation: { one: 'Se creará una organización', many: 'organizaciones', reference: 'organisations' },
};

/** One that would be made is another that is there already, or none at all. */
function Correction({ flow, seen, unit }: Panel & { unit: Import['newUnits'][number] }) {
  const field = flow.kind.fields.find(each => each.reference === MADE[unit.kind].reference);
  if (!field) return null;
  const say = (value: string) => flow.mending.say([{ field: field.key, text: unit.name, value }]);
  const isNeeded = field.reference === 'school' && field.column !== 'home_school_id';
  return (
    <Group gap="xs" component="li" style={{ listStyle: 'none' }}>
      <Text size="sm">{unit.name}</Text>
      <TextPicker
        importId={seen.id}
        field={field.key}
        label={`Qué es «${unit.name}»`}
        first={[]}
        placeholder="Es otra que ya está…"
        onPick={say}
      />
      {!isNeeded && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`No crear «${unit.name}»`}
          onClick={() => say('')}
        >
          No crearla
        </Button>
      )}
    </Group>
  );
}

/** What is made with the rows because they name it. */
export function NewUnits({ flow, seen }: Panel) {
  const [open, setOpen] = useState(false);
  const { newUnits } = seen;
  if (newUnits.length === 0) return null;
  return (
    <Stack gap={4}>
      {NEW_UNIT_KINDS.map(kind => {
        const names = newUnits.filter(unit => unit.kind === kind).map(unit => unit.name);
        if (names.length === 0) return null;
        const { one, many } = MADE[kind];
        return (
          <Text key={kind} size="sm">
            {names.length === 1 ? one : `Se crearán ${names.length} ${many}`}: {names.join(', ')}.
          </Text>
        );
      })}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={open}
          onClick={() => setOpen(before => !before)}
        >
          {open ? 'Ocultar lo que se creará' : 'Corregir lo que se creará'}
        </Button>
      </Group>
      {open && (
        <Stack gap="xs" component="ul" p={0} m={0}>
          {newUnits.map(unit => (
            <Correction key={`${unit.kind} ${unit.name}`} flow={flow} seen={seen} unit={unit} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
