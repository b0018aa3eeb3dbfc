-- Why: Anchore names products and versions for CVEs that NVD has not analysed. Their records are kept like those of any other source.
insert into source (id, name) values (16, 'nvd_overrides');
