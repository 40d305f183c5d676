import { CLAUSES } from '../../../domain/catalogues/agreements.ts';
import { labelsIn } from '../../../domain/text/format.ts';
import { download } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import { SideDrawer } from '../../../web/ui/dialogs/side-drawer.tsx';
import { FactList } from '../../../web/ui/facts/facts.tsx';
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
    <SideDrawer onClose={onClose} title={`Convenio ${row.number}`}>
      <FactList facts={facts} />
    </SideDrawer>
  );
}
