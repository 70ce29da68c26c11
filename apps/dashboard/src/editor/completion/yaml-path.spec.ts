import { yamlPath } from './yaml-path';

const text = `apiVersion: apps/v1
metadata:
  name: a
spec:
  # replicas:
  template:
    spec:
      containers:
        - name: one
          ports:
          - containerPort: 80
            na`;

describe('yamlPath', () => {
  const lines = text.split('\n').slice(0, -1);

  test.each([
    [12, ['spec', 'template', 'spec', 'containers', 'ports']],
    [10, ['spec', 'template', 'spec', 'containers']],
    [6, ['spec', 'template', 'spec']],
    [2, ['spec']],
    [0, []],
  ])('indented by %i', (indent, path) => {
    expect(yamlPath(lines, indent)).toEqual(path);
  });
});
