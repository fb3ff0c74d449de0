-- name: keep(name, value)*!
INSERT INTO kept (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING;

-- name: kept(name)^
SELECT (SELECT value FROM kept WHERE name = :name) AS value;
