import { type ReactNode, useId } from 'react';
import { showValue } from '../../../../domain/sections/show.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type FieldState, useScope } from '../scope.tsx';
import classes from './fields.module.css';

/** Place of a field on the screen, where the completeness panel can jump to. */
export function FieldPlace({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className={classes.field} data-field={path}>
      {children}
    </div>
  );
}

/** A group of controls under one name, with its help above. */
export function GroupFrame({ field, children }: { field: FieldState; children: ReactNode }) {
  const id = useId();
  const { info, error } = field;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot take part in the grid
    <div
      className={classes.group}
      data-field={field.path}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help ${id}-error`}
    >
      <div id={`${id}-label`} className={classes.label}>
        {info.label}
        {info.required && <span className={classes.required}> *</span>}
      </div>
      {info.help && (
        <p id={`${id}-help`} className={classes.groupHelp}>
          {info.help}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A field for somebody who only reads it. */
export function ReadField({ field, children }: { field: FieldState; children?: ReactNode }) {
  const { nameOf } = useProject();
  const { prefix, heading } = useScope();
  const shown = children ?? showValue(field.info, field.value, nameOf);
  if (!shown || (prefix && shown === heading)) return null;
  return (
    <div className={classes.read} data-field={field.path} tabIndex={-1}>
      <div className={classes.readLabel}>{field.info.label}</div>
      <div className={classes.readValue}>{shown}</div>
    </div>
  );
}

/** What nobody has filled in, in one line for who reads the section. */
export const LeftOpen = ({ labels }: { labels: readonly string[] }) =>
  labels.length > 0 && <p className={classes.empty}>Sin completar: {labels.join(', ')}</p>;
