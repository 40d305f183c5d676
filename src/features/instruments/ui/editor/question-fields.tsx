import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { editedOption, ofKind, type QuestionDraft } from '../../../../domain/surveys/drafts.ts';
import { QUESTION_KINDS, type QuestionKind } from '../../../../domain/surveys/questions.ts';
import { KIND_HELP } from '../looks.tsx';
import classes from './editor.module.css';
import { OptionsEditor } from './options-editor.tsx';
import { newId } from './use-questions.tsx';

export interface QuestionFieldsProps {
  draft: QuestionDraft;
  /** Text of the question by which results are shown apart now, where that is another one. */
  dividing: string | null;
  onChange: (patch: Partial<QuestionDraft>) => void;
  onDivide: (divides: boolean) => void;
  /** Message at a path below the question. */
  errorAt: (path: string) => string | undefined;
}

/** Everything there is to say of a question, by its kind. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { draft, onChange, errorAt } = props;
  const { kind } = draft;
  return (
    <Stack gap="sm" mt="sm">
      <Textarea
        label="Pregunta"
        withAsterisk
        autosize
        value={draft.text}
        error={errorAt('text')}
        onChange={event => onChange({ text: event.currentTarget.value })}
      />
      <Textarea
        label="Ayuda"
        description="Se muestra debajo de la pregunta."
        autosize
        value={draft.help}
        error={errorAt('help')}
        onChange={event => onChange({ help: event.currentTarget.value })}
      />
      <NativeSelect
        label="Tipo de respuesta"
        description={KIND_HELP[kind]}
        data={QUESTION_KINDS.map(({ value, label }) => ({ value, label }))}
        value={kind}
        onChange={event => onChange(ofKind(draft, event.currentTarget.value as QuestionKind, newId))}
      />
      {kind === 'scale' && <ScaleFields {...props} />}
      {(kind === 'choice' || kind === 'multiple') && (
        <OptionsEditor
          options={draft.options}
          onChange={options => onChange({ options })}
          errorAt={errorAt}
        />
      )}
      <Checkbox
        label="Obligatoria"
        checked={draft.required}
        onChange={event => onChange({ required: event.currentTarget.checked })}
      />
      {kind === 'choice' && <Divides {...props} />}
      <Advanced {...props} />
    </Stack>
  );
}

const FROM = ['0', '1'];
const TO = Array.from({ length: 9 }, (_, n) => String(n + 2));

function ScaleFields({ draft, onChange, errorAt }: QuestionFieldsProps) {
  return (
    <div className={classes.scale}>
      <NativeSelect
        label="Desde"
        data={FROM}
        value={String(draft.from)}
        error={errorAt('from')}
        onChange={event => onChange({ from: event.currentTarget.value === '0' ? 0 : 1 })}
      />
      <TextInput
        label={`Qué significa el ${draft.from}`}
        placeholder="Nada satisfecho"
        value={draft.low}
        error={errorAt('low')}
        onChange={event => onChange({ low: event.currentTarget.value })}
      />
      <NativeSelect
        label="Hasta"
        data={TO}
        value={String(draft.to)}
        error={errorAt('to')}
        onChange={event => onChange({ to: Number(event.currentTarget.value) })}
      />
      <TextInput
        label={`Qué significa el ${draft.to}`}
        placeholder="Muy satisfecho"
        value={draft.high}
        error={errorAt('high')}
        onChange={event => onChange({ high: event.currentTarget.value })}
      />
    </div>
  );
}

const DIVIDES =
  'Los resultados se muestran también por separado según lo que se responda aquí. Solo se muestran grupos de cinco o más respuestas.';

function Divides({ draft, dividing, onDivide, errorAt }: QuestionFieldsProps) {
  const instead = dividing === null ? '' : ` Ahora lo hace «${dividing}»: si marcas esta, deja de hacerlo.`;
  return (
    <Checkbox
      label="Separar resultados por esta pregunta"
      description={DIVIDES + instead}
      checked={draft.divides}
      error={errorAt('divides')}
      onChange={event => onDivide(event.currentTarget.checked)}
    />
  );
}

const JOINS =
  'Une las respuestas de distintos años: se comparan mientras la clave y la escala sean las mismas.';

/** Keys, which are made by themselves: few have to look at them. */
function Advanced({ draft, onChange, errorAt }: QuestionFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const options = draft.kind === 'choice' || draft.kind === 'multiple' ? draft.options : [];
  const isWrong = Boolean(errorAt('key')) || options.some((_, n) => errorAt(`options.${n}.value`));
  return (
    <details open={isOpen || isWrong} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>Avanzado</summary>
      <Stack gap="xs" mt="xs">
        <TextInput
          label="Clave"
          description={draft.isKept ? `${JOINS} Ya se envió, así que no cambia.` : JOINS}
          readOnly={draft.isKept}
          spellCheck={false}
          value={draft.key}
          error={errorAt('key')}
          onChange={event => onChange({ key: event.currentTarget.value })}
        />
        {options.length > 0 && <Text size="sm">Las opciones también tienen clave.</Text>}
        {options.map((option, n) => (
          <TextInput
            key={option.id}
            label={`Clave de ${option.label ? `«${option.label}»` : `la opción ${n + 1}`}`}
            readOnly={option.isKept}
            spellCheck={false}
            value={option.value}
            error={errorAt(`options.${n}.value`)}
            onChange={event =>
              onChange({
                options: editedOption(draft.options, option.id, { value: event.currentTarget.value }),
              })
            }
          />
        ))}
      </Stack>
    </details>
  );
}
