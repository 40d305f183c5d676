import { Drawer, Stack } from '@mantine/core';
import { CLAUSES } from '../../../domain/catalogues/agreements.ts';
import { labelsIn } from '../../../domain/text/format.ts';
import { download } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import { useReturnFocus } from '../../../web/form/dialog-focus.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { FileButton } from '../../../web/ui/files/file-button.tsx';
import { type Agreement, openAgreementFile } from '../contract.ts';
import classes from './agreements.module.css';
import { AgreementPill, kindLabel, Lacking, periodOf } from './looks.tsx';

function FileButtons({ row: { id: agreement, files } }: { row: Agreement }) {
  if (files.length === 0) return '–';
  return (
    <div className={classes.files}>
      {files.map(({ id: file, name }) => (
        <FileButton
          key={file}
          name={name}
          fetchFile={() => download(openAgreementFile, { params: { agreement, file } })}
        />
      ))}
    </div>
  );
}

/** An agreement for who may read it and change nothing. */
export function AgreementView({ row, onClose }: { row: Agreement; onClose: () => void }) {
  useReturnFocus(true);
  const facts = [
    ['Organización', row.organisation.name],
    ['Tipo', kindLabel(row)],
    ['Asunto', row.subject],
    ['Escuela a cargo', row.school?.name],
    ['Estado', <AgreementPill key="state" state={row.state} />],
    ['Vigencia', periodOf(row)],
    ['Firmado el', row.signedOn && formatDay(row.signedOn)],
    ['Cláusulas', labelsIn(CLAUSES, row.clauses)],
    ['Le falta', <Lacking key="lacks" agreement={row} />],
    ['Nota', row.note],
    ['Archivos', <FileButtons key="files" row={row} />],
  ] as const;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={`Convenio ${row.number}`}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack component="dl" gap="sm" className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </Stack>
    </Drawer>
  );
}
