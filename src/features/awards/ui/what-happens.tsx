import { Text } from '@mantine/core';
import { awaitsResult, type CallState } from '../../../domain/calls/calls.ts';

/** What an act does, before it is confirmed. */
export const WhatHappens = ({ state }: { state: CallState }) => (
  <Text size="sm">
    Se resuelven todas en un solo acto y queda el acta.{' '}
    {awaitsResult(state) && 'El resultado es provisional hasta que terminen las apelaciones. '}
    Cada responsable recibe su carta con el resultado y los comentarios. No se puede deshacer.
  </Text>
);
