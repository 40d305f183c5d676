import { Anchor, Text } from '@mantine/core';

/** Where data of somebody who has no account are typed. */
export const NoticeHelp = () => (
  <Text size="xs" c="dimmed">
    Cuéntale que guardas sus datos, y para qué:{' '}
    <Anchor inherit underline="always" href="/publico/privacidad" target="_blank" rel="noreferrer">
      aviso de privacidad
    </Anchor>
    .
  </Text>
);
