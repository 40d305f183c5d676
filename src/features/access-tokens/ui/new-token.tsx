import { Alert, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import type { TokenScope } from '../../../domain/kit/permissions.ts';
import { fileUrl } from '../../../web/config.ts';

/** What is asked for first under each scope. */
const EXAMPLES: Readonly<Record<TokenScope, string>> = {
  projects: '/projects?size=50',
  figures: '/dashboards/summary',
  partners: '/partners?size=50',
  calls: '/calls',
  catalogues: '/catalogues',
};

const Copy = ({ value, children }: { value: string; children: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button variant="default" onClick={copy} flex="none">
        {copied ? 'Copiado' : children}
      </Button>
    )}
  </CopyButton>
);

interface Props {
  name: string;
  token: string;
  scopes: readonly TokenScope[];
  onClose: () => void;
}

/** Shown once; nobody can read it again, not even here. */
export function NewToken({ name, token, scopes, onClose }: Props) {
  const [scope = 'projects'] = scopes;
  const example = `curl -H "Authorization: Bearer ${token}" "${fileUrl(EXAMPLES[scope])}"`;
  return (
    <Alert
      color="cyan"
      title={`Token «${name}» creado`}
      withCloseButton
      closeButtonLabel="Cerrar"
      onClose={onClose}
    >
      <Stack gap="sm">
        <Group align="end" gap="xs">
          <TextInput
            flex="1 1 16rem"
            label="Tu token"
            description="Cópialo ahora: no se vuelve a mostrar. Guárdalo como una clave."
            readOnly
            value={token}
            onFocus={event => event.currentTarget.select()}
          />
          <Copy value={token}>Copiar token</Copy>
        </Group>
        <div>
          <Text size="sm" mb={4}>
            Pruébalo en una terminal:
          </Text>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {example}
          </Code>
        </div>
        <Group>
          <Copy value={example}>Copiar ejemplo</Copy>
        </Group>
      </Stack>
    </Alert>
  );
}
