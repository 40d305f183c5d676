import { ActionIcon, Group, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isRejected } from '../../../../domain/files/file-states.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import type { ListedFile } from '../../../attachments/contract.ts';
import { PickButton } from '../../../attachments/ui/uploads/pick-button.tsx';
import { UploadList } from '../../../attachments/ui/uploads/upload-list.tsx';
import { useFiles } from '../../../attachments/ui/use-files.tsx';
import type { Expense, NewExpense } from '../../contract.ts';
import type { ExpenseType } from '../expense-words.tsx';
import classes from '../expenses.module.css';
import { mayBack, type PaperUploads } from './use-paper-uploads.tsx';

type Paper = NewExpense['papers'][number];

interface Props {
  type: ExpenseType | undefined;
  uploads: PaperUploads;
  /** As they were sent before: versions that may not count any more keep their names. */
  stored: Expense['papers'];
}

/** A place for each paper of the type, and one for whatever else there is. */
export function PapersField({ type, uploads, stored }: Props) {
  const scope = useFormScope();
  const papers = (scope.getValue('papers') ?? []) as readonly Paper[];
  const needed = type?.papers ?? [];
  const { data } = useFiles();
  const files = (data?.files ?? []).filter(f => !isRejected(f));
  const nameOf = (versionId: string) =>
    files.find(f => f.versionId === versionId)?.name ??
    stored.find(p => p.versionId === versionId)?.name ??
    'Archivo';
  const shared = {
    ...{ papers, uploads, nameOf },
    free: files.filter(f => mayBack(f) && !papers.some(p => p.versionId === f.versionId)),
    onChange: (next: readonly Paper[]) => scope.setValue('papers', next),
  };
  const isOther = ({ paper }: Paper) => !needed.some(p => p.id === paper);
  const error = scope.errorOf('papers');
  return (
    <div>
      {needed.map(({ id, name }) => (
        <Place key={id} id={id} name={name} isOf={p => p.paper === id} {...shared} />
      ))}
      <Place
        id=""
        name={needed.length > 0 ? 'Otros respaldos' : 'Respaldos'}
        isOf={isOther}
        isOptional
        {...shared}
      />
      {error && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface PlaceProps {
  /** The paper's; empty for others. */
  id: string;
  name: string;
  isOf: (paper: Paper) => boolean;
  isOptional?: boolean;
  papers: readonly Paper[];
  uploads: PaperUploads;
  /** Files of the project that are not chosen yet. */
  free: readonly ListedFile[];
  nameOf: (versionId: string) => string;
  onChange: (papers: readonly Paper[]) => void;
}

function Place({ id, name, isOf, isOptional, papers, uploads, free, nameOf, onChange }: PlaceProps) {
  const scope = useFormScope();
  const own = papers.map((paper, n) => ({ paper, n })).filter(({ paper }) => isOf(paper));
  const moving = uploads.of(id);
  const errorOf = (n: number) =>
    ['.versionId', '.paper', ''].map(of => scope.errorOf(`papers.${n}${of}`)).find(Boolean);
  const isMissing = !isOptional && own.length === 0 && moving.items.length === 0;
  return (
    <fieldset className={classes.paper}>
      <legend>{name}</legend>
      {isMissing && (
        <p className={classes.quiet}>Falta: puedes guardar el gasto, pero todavía no rendirlo.</p>
      )}
      {own.length > 0 && (
        <ul className={classes.files} aria-label={name}>
          {own.map(({ paper, n }) => (
            <li key={paper.versionId}>
              <span>{nameOf(paper.versionId)}</span>
              <Wrong words={errorOf(n)} />
              <ActionIcon
                size="sm"
                variant="default"
                aria-label={`Quitar ${nameOf(paper.versionId)} de ${name}`}
                onClick={() => onChange(papers.filter(each => each !== paper))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <UploadList uploads={moving} />
      <Group gap="xs">
        <PickButton
          label="Subir archivo"
          aria-label={`Subir archivo: ${name}`}
          several
          size="xs"
          onPick={file => uploads.start(file, id)}
        />
        {free.length > 0 && (
          <Select
            size="xs"
            aria-label={`Elegir un archivo del proyecto: ${name}`}
            placeholder="Elegir un archivo del proyecto"
            data={free.map(f => ({ value: f.versionId, label: f.name }))}
            value={null}
            searchable
            nothingFoundMessage={t('form.nothingFound')}
            onChange={versionId => versionId && onChange([...papers, { paper: id, versionId }])}
          />
        )}
      </Group>
    </fieldset>
  );
}

const Wrong = ({ words }: { words: ReactNode }) =>
  words ? (
    <p className={classes.wrong} role="alert">
      {words}
    </p>
  ) : null;
