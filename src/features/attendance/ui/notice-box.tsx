import { Anchor, Checkbox } from '@mantine/core';

interface Props {
  version: number;
  checked: boolean;
  error?: string | null;
  onChange: (checked: boolean) => void;
}

/** The team says that the people it writes down accepted the notice. */
export const NoticeBox = ({ version, checked, error, onChange }: Props) => (
  <Checkbox
    checked={checked}
    error={error}
    onChange={event => onChange(event.currentTarget.checked)}
    label={
      <>
        Estas personas conocen y aceptan el{' '}
        <Anchor inherit href={`/publico/privacidad?version=${version}`} target="_blank" rel="noreferrer">
          aviso de privacidad (versión {version})
        </Anchor>
      </>
    }
  />
);
