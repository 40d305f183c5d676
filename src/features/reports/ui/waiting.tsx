import { Skeleton, Stack } from '@mantine/core';

/** Instead of what is on its way. */
export const Waiting = () => (
  <Stack aria-busy gap="sm" mt="md">
    <Skeleton h={32} w="16rem" />
    <Skeleton h={88} />
    <Skeleton h={240} />
  </Stack>
);
