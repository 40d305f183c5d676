// One S3-compatible server: `node serve.js fauxqs|s3rver folder`. Prints its port, ends when its standard input does.
const [which, directory] = process.argv.slice(2);
const BUCKET = 'vinculacion';
const address = '127.0.0.1';

const START = {
  async fauxqs() {
    const { startFauxqs } = await import('fauxqs');
    const server = await startFauxqs({ port: 0, host: address, logger: false });
    server.createBucket(BUCKET);
    return server.port;
  },
  async s3rver() {
    const { default: S3rver } = await import('s3rver');
    const buckets = [{ name: BUCKET, configs: [] }];
    const { port } = await new S3rver({
      port: 0,
      address,
      silent: true,
      directory,
      configureBuckets: buckets,
    }).run();
    return port;
  },
};

process.stdin.resume().on('end', () => process.exit());
process.stdout.write(`${await START[which]()}\n`);
