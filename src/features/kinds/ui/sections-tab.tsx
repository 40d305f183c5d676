import { Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { SectionField } from '../../../domain/sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../../../domain/sections/index.ts';
import { Item, Items, moveItem, replaceItem, useEditing } from './editor.tsx';
import classes from './kinds.module.css';

type Entry = KindDefinition['sections'][number];
type Override = Entry['fields'][string];

/** Which sections, in which order, and what each asks for. */
export function SectionsTab({ onShow }: { onShow: (slug: SectionSlug) => void }) {
  const { kind, edit, errorAt } = useEditing();
  const { sections } = kind;
  const absent = SECTION_SLUGS.filter(slug => !sections.some(s => s.slug === slug));
  const add = (slug: SectionSlug) => {
    edit({ sections: [...sections, { slug, onlyWithCall: false, fields: {} }] });
    onShow(slug);
  };
  return (
    <Stack gap="sm">
      {errorAt('sections') && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {errorAt('sections')}
        </Text>
      )}
      <Items>
        {sections.map((entry, n) => (
          <Item
            key={entry.slug}
            name={entry.label || sectionOf(entry.slug).label}
            index={n}
            count={sections.length}
            onMove={by => edit({ sections: moveItem(sections, n, by) })}
            onRemove={
              entry.slug === 'identification'
                ? undefined
                : () => edit({ sections: sections.filter(s => s !== entry) })
            }
          >
            <SectionEntry
              entry={entry}
              path={`sections.${n}`}
              onChange={patch => edit({ sections: replaceItem(sections, n, patch) })}
              onShow={() => onShow(entry.slug)}
            />
          </Item>
        ))}
      </Items>
      {absent.length > 0 && (
        <Select
          label="Agregar sección"
          placeholder="Elige una"
          data={absent.map(slug => ({ value: slug, label: sectionOf(slug).label }))}
          value={null}
          onChange={slug => slug && add(slug as SectionSlug)}
        />
      )}
    </Stack>
  );
}

interface EntryProps {
  entry: Entry;
  path: string;
  onChange: (patch: Partial<Entry>) => void;
  onShow: () => void;
}

function SectionEntry({ entry, path, onChange, onShow }: EntryProps) {
  const [open, setOpen] = useState(false);
  const { errorAt } = useEditing();
  const { label, help, fields } = sectionOf(entry.slug);
  const wrong = errorAt(path);
  const toggle = () => {
    setOpen(!open);
    onShow();
  };
  return (
    <>
      {wrong && (
        <Text c="var(--mantine-color-error)" size="sm">
          {wrong}
        </Text>
      )}
      <button type="button" className={classes.toggle} aria-expanded={open} onClick={toggle}>
        {open ? 'Cerrar' : 'Editar'}
        <span className="visually-hidden"> {entry.label || label}</span>
      </button>
      {open && (
        <>
          <TextInput
            label="Título"
            placeholder={label}
            value={entry.label ?? ''}
            onChange={e => onChange({ label: e.currentTarget.value || undefined })}
          />
          <TextInput
            label="Ayuda"
            placeholder={help}
            value={entry.help ?? ''}
            onChange={e => onChange({ help: e.currentTarget.value || undefined })}
          />
          <Checkbox
            label="Solo cuando postula a una convocatoria"
            checked={entry.onlyWithCall}
            onChange={e => onChange({ onlyWithCall: e.currentTarget.checked })}
          />
          {fields
            .filter(f => f.type !== 'answers')
            .map(f => (
              <FieldEntry key={f.path} field={f} entry={entry} onChange={onChange} />
            ))}
        </>
      )}
    </>
  );
}

interface FieldProps {
  field: SectionField;
  entry: Entry;
  onChange: EntryProps['onChange'];
  nested?: boolean;
}

/** What is the same as in the library is not kept: a later library reaches it. */
function tidy(field: SectionField, { required, hidden, label, help }: Override): Override | null {
  const kept: Override = {
    ...(required !== undefined && required !== field.required && { required }),
    ...(hidden && { hidden }),
    ...(label && label !== field.label && { label }),
    ...(help !== undefined && help !== field.help && { help }),
  };
  return Object.keys(kept).length > 0 ? kept : null;
}

function FieldEntry({ field, entry, onChange, nested = false }: FieldProps) {
  const over = entry.fields[field.path] ?? {};
  const change = (patch: Override) => {
    const { [field.path]: _, ...rest } = entry.fields;
    const kept = tidy(field, { ...over, ...patch });
    onChange({ fields: kept ? { ...rest, [field.path]: kept } : rest });
  };
  const name = over.label ?? field.label;
  return (
    <div className={nested ? classes.nested : undefined}>
      <div className={classes.field}>
        <Text size="sm">{field.label}</Text>
        <Checkbox
          label="Obligatorio"
          aria-label={`${name}: obligatorio`}
          checked={over.required ?? field.required}
          disabled={over.hidden ?? false}
          onChange={e => change({ required: e.currentTarget.checked })}
        />
        <Checkbox
          label="Oculto"
          aria-label={`${name}: oculto`}
          checked={over.hidden ?? false}
          onChange={e => change({ hidden: e.currentTarget.checked })}
        />
        {!over.hidden && (
          <Group className={classes.wide} grow>
            <TextInput
              size="xs"
              aria-label={`${name}: título`}
              placeholder="Título"
              value={over.label ?? field.label}
              onChange={e => change({ label: e.currentTarget.value })}
            />
            <TextInput
              size="xs"
              aria-label={`${name}: ayuda`}
              placeholder="Ayuda"
              value={over.help ?? field.help}
              onChange={e => change({ help: e.currentTarget.value })}
            />
          </Group>
        )}
      </div>
      {!over.hidden &&
        field.fields?.map(f => (
          <FieldEntry key={f.path} field={f} entry={entry} onChange={onChange} nested />
        ))}
    </div>
  );
}
