// Proves the virus scanner of CLAMD, or the one whose address is given: `node scripts/prove-clamd.ts [address]`.
import { EnvError, parseEnv, readEnv } from '../src/server/env.ts';
import { createScanner, EICAR, type Scanner, ScannerError } from '../src/server/files/scanner.ts';

function givenScanner(): Scanner {
  const [, , address] = process.argv;
  const scanner = createScanner((address ? parseEnv({ CLAMD: address }) : readEnv()).clamd);
  if (!scanner) throw new EnvError(['CLAMD: falta la dirección del antivirus.']);
  return scanner;
}

async function prove(): Promise<boolean> {
  const scanner = givenScanner();
  await scanner.prove();
  console.log(`El antivirus responde: ${scanner.place}`);
  const harmless = await scanner.scan([Buffer.from('Un texto que no hace daño a nadie.')]);
  console.log('Texto inofensivo:', harmless);
  const virus = await scanner.scan([Buffer.from(EICAR)]);
  console.log('Virus de prueba EICAR:', virus);
  return harmless.scan === 'clean' && virus.scan === 'infected';
}

try {
  const isRight = await prove();
  console.log(isRight ? 'Todo en orden.' : 'No respondió lo esperado.');
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  if (!(error instanceof EnvError || error instanceof ScannerError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
