import type { MantineColorsTuple } from '@mantine/core';

/**
 * Scales in equal steps of lightness (OKLCH), neutrals slightly warm as paper is. In the light scheme text takes shade 7,
 * in the dark one shade 4; `contrast.test.ts` proves 4.5:1 for both on every background they meet.
 */
export const black: MantineColorsTuple = [
  '#f8f4f1',
  '#eae7e4',
  '#d4d0cd',
  '#b4b0ad',
  '#888682',
  '#605d5a',
  '#3f3d3a',
  '#2b2826',
  '#1c1a18',
  '#110f0d',
];
export const cyan: MantineColorsTuple = [
  '#ecfafd',
  '#d4f3fc',
  '#abe8f7',
  '#79d7ee',
  '#42c2dd',
  '#0aa8c4',
  '#078ea5',
  '#047488',
  '#005e6f',
  '#004855',
];
export const magenta: MantineColorsTuple = [
  '#fff3f8',
  '#fee5ef',
  '#fdcde0',
  '#faacce',
  '#f685b9',
  '#ed56a3',
  '#d72b8c',
  '#b41873',
  '#93155e',
  '#701347',
];
export const orange: MantineColorsTuple = [
  '#fef5ee',
  '#fee8d8',
  '#ffd2b2',
  '#ffb57c',
  '#f7933c',
  '#db7a17',
  '#bb6608',
  '#995308',
  '#7c430c',
  '#5e330b',
];
export const red: MantineColorsTuple = [
  '#fff4f3',
  '#fee7e4',
  '#ffcfcb',
  '#ffb0a9',
  '#ff8780',
  '#f65b58',
  '#dd393c',
  '#b9292d',
  '#952325',
  '#721c1c',
];
export const green: MantineColorsTuple = [
  '#effaf2',
  '#daf5e0',
  '#b8ebc4',
  '#8fdca4',
  '#66c884',
  '#4bae6c',
  '#399358',
  '#2b7947',
  '#24623a',
  '#1b4b2b',
];
export const gray: MantineColorsTuple = [
  '#fcfaf6',
  '#f6f3ef',
  '#eae7e3',
  '#dbd9d5',
  '#c6c4c0',
  '#a09e9a',
  '#7b7875',
  '#5e5c58',
  '#413f3c',
  '#292724',
];
export const dark: MantineColorsTuple = [
  '#eae7e3',
  '#cdcac6',
  '#b3b1ad',
  '#888682',
  '#4f4d49',
  '#3a3835',
  '#2c2a27',
  '#201e1b',
  '#181613',
  '#100e0b',
];
