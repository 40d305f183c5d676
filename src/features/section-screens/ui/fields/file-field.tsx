import { Select } from '@mantine/core';
import { keyOf } from '../../../../domain/sections/field.ts';
import { FieldFrame } from '../../../../web/form/field-frame.tsx';
import { useField } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { PickButton } from '../../../attachments/ui/uploads/pick-button.tsx';
import { UploadList } from '../../../attachments/ui/uploads/upload-list.tsx';
import { useUploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { ControlProps } from '../scope.tsx';
import classes from './fields.module.css';

/** Under which document type a file chosen here is kept. */
const TYPE_OF: Record<string, string> = {
  letterFileId: 'commitment_letter',
  signedContractFileId: 'signed_contract',
};

/** One of the project's files, or a new one. */
export function FileField({ field, common }: ControlProps) {
  const { project } = useProject();
  const { value, onChange, input } = useField(common);
  const uploads = useUploads(file => onChange(file.id));
  const documentType = TYPE_OF[keyOf(field.info)] ?? 'other';
  const files = project.files.filter(f => f.documentType === documentType || f.id === value);
  return (
    <FieldFrame input={input}>
      <div className={classes.file}>
        {files.length > 0 && (
          <Select
            aria-label={common.label}
            data={files.map(f => ({ value: f.id, label: f.name }))}
            value={typeof value === 'string' ? value : null}
            onChange={onChange}
            clearable
            clearButtonProps={{ 'aria-label': t('form.clearField') }}
            placeholder="Elige entre los archivos del proyecto"
            comboboxProps={{ zIndex: 2500 }}
          />
        )}
        {project.mayUpload && (
          <PickButton
            label="Subir archivo"
            aria-label={`Subir archivo: ${common.label}`}
            onPick={file => uploads.start(file, documentType)}
          />
        )}
        <UploadList uploads={uploads} />
      </div>
    </FieldFrame>
  );
}
