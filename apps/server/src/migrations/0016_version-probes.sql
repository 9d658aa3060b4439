CREATE TABLE "version_probes" (
	"version_id" bigint PRIMARY KEY NOT NULL,
	"probes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "version_probes" ADD CONSTRAINT "version_probes_version_id_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."version"("id") ON DELETE cascade ON UPDATE no action;