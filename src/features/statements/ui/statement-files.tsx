import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { download } from '../../../web/api.ts';
import { useSaving } from '../../../web/use-saving.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { exportStatement, openStatement, openStatementPapers, type Statement } from '../contract.ts';
import classes from './statements.module.css';

/** A statement on paper, as a table, and with all its papers. */
export function StatementFiles({ statement: { id, number } }: { statement: Statement }) {
  const { project } = useProject();
  const params = { kind: project.kind, id: project.id, statement: id };
  const query = { format: 'xlsx' } as const;
  const of = `de la rendición ${number}`;
  return (
    <div className={`${classes.files} no-print`}>
      <FileButton label="PDF" of={of} fetchFile={() => download(openStatement, { params })} />
      <FileButton label="Excel" of={of} fetchFile={() => download(exportStatement, { params, query })} />
      <FileButton
        label="Respaldos (ZIP)"
        of={of}
        fetchFile={() => download(openStatementPapers, { params })}
      />
    </div>
  );
}

interface ButtonProps {
  label: string;
  of: string;
  fetchFile: () => ReturnType<typeof download>;
}

function FileButton({ label, of, fetchFile }: ButtonProps) {
  const { saving, save } = useSaving();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={saving}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`${label} ${of}`}
      onClick={() => void save(fetchFile)}
    >
      {label}
    </Button>
  );
}
