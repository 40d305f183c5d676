import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { textToHtml } from '../../../domain/text/richtext.ts';
import { draftOwner, getDraft } from '../../drafts.ts';
import { t } from '../../i18n/i18n.ts';
import { lazyPart } from '../../routing/lazy-page.ts';
import { CharactersLeft } from '../../ui/characters-left.tsx';
import { FieldFrame } from '../field-frame.tsx';
import { type CommonProps, useField } from '../form.tsx';
import classes from './long-text-field.module.css';

const TextModal = lazyPart(() => import('../../ui/dialogs/text-modal.tsx'), 'TextModal');

interface LongTextProps extends CommonProps {
  label: string;
}

/** A long plain text, edited in the text modal; one left open by a reload opens again with what was typed. */
export function LongTextField(props: LongTextProps) {
  const { value, onChange, input, rules, scope } = useField(props);
  const [open, setOpen] = useState(false);
  const text = String(value ?? '');
  const draftKey = scope.draftKey && [...scope.draftKey, 'modal', props.name];
  const draftName = draftKey?.join('/');
  useEffect(() => {
    if (!draftName || input.disabled) return;
    void getDraft(draftOwner(), draftName.split('/')).then(draft => draft && setOpen(true));
  }, [draftName, input.disabled]);
  return (
    <FieldFrame input={input}>
      <div className={classes.box} data-error={Boolean(input.error) || undefined} data-field={props.name}>
        {text ? (
          <p className={classes.text}>{text}</p>
        ) : (
          <p className={classes.empty}>{props.placeholder ?? t('form.emptyText')}</p>
        )}
        <div className={classes.bar}>
          <span className={classes.count}>
            {rules.maxLength !== undefined && <CharactersLeft length={text.length} max={rules.maxLength} />}
          </span>
          {!input.disabled && (
            <Button
              size="compact-sm"
              variant="subtle"
              name={props.name}
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => setOpen(true)}
              aria-label={t('form.editText', { field: props.label })}
            >
              {t(text ? 'action.edit' : 'form.write')}
            </Button>
          )}
        </div>
      </div>
      {open && (
        <Suspense>
          <TextModal
            open
            title={props.label}
            content={textToHtml(text)}
            maxLength={rules.maxLength}
            draftKey={draftKey}
            onAccept={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </FieldFrame>
  );
}
