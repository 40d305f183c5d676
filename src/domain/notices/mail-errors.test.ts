import { expect, test } from 'vitest';
import { explainMailError } from './mail-errors.ts';

test.each([
  ['connect ECONNREFUSED 127.0.0.1:587', 'El servidor de correo no responde.'],
  ['Greeting never received', 'El servidor de correo no responde.'],
  ['Connection timeout', 'El servidor de correo no responde.'],
  ['getaddrinfo ENOTFOUND smtp.uni.example', 'No se encuentra el servidor de correo por su nombre.'],
  ['queryA EDNS smtp.uni.example', 'No se encuentra el servidor de correo por su nombre.'],
  ['self-signed certificate', 'Falló la conexión segura con el servidor de correo.'],
  [
    'Client network socket disconnected before secure TLS connection was established',
    'Falló la conexión segura con el servidor de correo.',
  ],
  [
    'Invalid login: 535 5.7.8 Authentication failed',
    'El servidor de correo no acepta el usuario o la clave.',
  ],
  [
    'Mail command failed: 530 Authentication required',
    'El servidor de correo no acepta el usuario o la clave.',
  ],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 No such user",
    'El servidor de correo rechaza la dirección de quien lo recibe.',
  ],
  [
    "Can't send mail - all recipients were rejected: 452 4.2.2 Mailbox is full",
    'La casilla de quien lo recibe está llena.',
  ],
  ['Message failed: 554 5.7.1 Rejected as spam', 'El servidor de correo rechaza el correo.'],
  ['Mail command failed: 421 Try again later', 'El servidor de correo pide intentarlo más tarde.'],
  ['unexpected', 'No se pudo entregar.'],
])('«%s» means «%s», and is kept beside it', (error, words) => {
  expect(explainMailError(error)).toEqual({ words, detail: error });
});

test.each([
  'La cuenta de la persona no está activa.',
  'El envío se interrumpió antes de conocer la respuesta.',
])('«%s» is a sentence of our own and stays', error => {
  expect(explainMailError(error)).toEqual({ words: error, detail: null });
});
