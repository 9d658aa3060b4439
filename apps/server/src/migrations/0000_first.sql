CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_id" bigint,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"parent_id" bigint,
	"key" text NOT NULL,
	"ordinal" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "menu_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_permission" (
	"role_id" bigint NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "role_permission_role_id_key_pk" PRIMARY KEY("role_id","key")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "socket_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "socket_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "socket_ticket" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"phone" text,
	"email" text,
	"account_name" text,
	"real_name" text,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"role_id" bigint NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"channel_flag" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "op" (
	"image_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"op_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"actor_id" bigint,
	"kind" text NOT NULL,
	"shape_id" uuid,
	"asked_shape_id" uuid,
	"base" text,
	"status" text NOT NULL,
	"before" "bytea",
	"after" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "op_image_id_seq_pk" PRIMARY KEY("image_id","seq")
);
--> statement-breakpoint
CREATE TABLE "shape" (
	"image_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"rev" bigint NOT NULL,
	"label_id" bigint,
	"kind" text NOT NULL,
	"points" "bytea" NOT NULL,
	"parts" integer[] NOT NULL,
	"text" text,
	"ignore" boolean DEFAULT false NOT NULL,
	"score" real,
	"source" text NOT NULL,
	"version_id" bigint,
	"author_id" bigint,
	"conflict_of" uuid,
	"z" integer DEFAULT 0 NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "shape_image_id_id_pk" PRIMARY KEY("image_id","id")
);
--> statement-breakpoint
CREATE TABLE "blob" (
	"sha256" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"mime" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"missing" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dataset" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dataset_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"model_id" bigint,
	"role" text DEFAULT 'pool' NOT NULL,
	"data_type" text NOT NULL,
	"set_type" text NOT NULL,
	"name" text NOT NULL,
	"label_rev" bigint DEFAULT 0 NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "dataset_place" CHECK (("dataset"."role" = 'pool') = ("dataset"."model_id" is null))
);
--> statement-breakpoint
CREATE TABLE "folder" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "folder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dataset_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'general' NOT NULL,
	"state" text DEFAULT 'unannotated' NOT NULL,
	"n_images" bigint DEFAULT 0 NOT NULL,
	"n_annotated" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "image_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"folder_id" bigint,
	"dataset_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"sha256" text NOT NULL,
	"original_sha256" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bits" smallint NOT NULL,
	"orientation" smallint DEFAULT 1 NOT NULL,
	"group_key" text NOT NULL,
	"state" text DEFAULT 'unannotated' NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"n_shapes" bigint DEFAULT 0 NOT NULL,
	"brightness" smallint DEFAULT 0 NOT NULL,
	"contrast" smallint DEFAULT 0 NOT NULL,
	"uncertainty" real,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "label" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "label_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dataset_id" bigint NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"ordinal" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "model_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"plan_name" text NOT NULL,
	"function_name" text NOT NULL,
	"type" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "snapshot_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"manifest_sha256" text NOT NULL,
	"n_train" integer NOT NULL,
	"n_val" integer NOT NULL,
	"n_test" integer NOT NULL,
	"seed" integer NOT NULL,
	"group_rule" text NOT NULL,
	"classes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot_image" (
	"snapshot_id" bigint NOT NULL,
	"image_id" bigint NOT NULL,
	"part" text NOT NULL,
	"sha256" text NOT NULL,
	"revision" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "snapshot_image_snapshot_id_image_id_pk" PRIMARY KEY("snapshot_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "version" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"model_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"task_id" bigint NOT NULL,
	"snapshot_id" bigint NOT NULL,
	"labels" jsonb NOT NULL,
	"thresholds" jsonb NOT NULL,
	"metrics" jsonb NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "version_stage" (
	"version_id" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"recipe" text NOT NULL,
	"params" jsonb NOT NULL,
	"params_v" integer NOT NULL,
	"onnx_sha256" text NOT NULL,
	"weights_sha256" text,
	"crop" jsonb,
	"certificate" jsonb,
	"exports" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "version_stage_version_id_ordinal_pk" PRIMARY KEY("version_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "online_entry" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "online_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"name" text NOT NULL,
	"thresholds" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"key_hash" "bytea",
	"n_records" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "online_record" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "online_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_id" bigint NOT NULL,
	"sha256" text,
	"file_name" text NOT NULL,
	"verdict" text NOT NULL,
	"detections" integer NOT NULL,
	"body" jsonb NOT NULL,
	"ms" double precision NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"family" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"task_id" bigint NOT NULL,
	"n" integer NOT NULL,
	"executor" text NOT NULL,
	"host" text,
	"pid" integer,
	"pid_start" text,
	"run_dir" text,
	"token_hash" "bytea",
	"lease_until" timestamp (3) with time zone NOT NULL,
	"ack_seq" bigint DEFAULT 0 NOT NULL,
	"device" text,
	"checkpoint" jsonb,
	"ended_as" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "attempt_task_id_n_pk" PRIMARY KEY("task_id","n")
);
--> statement-breakpoint
CREATE TABLE "prediction" (
	"task_id" bigint NOT NULL,
	"image_id" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"body" "bytea" NOT NULL,
	"heat_sha256" text,
	"ms" double precision NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "prediction_task_id_image_id_pk" PRIMARY KEY("task_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "series_point" (
	"task_id" bigint NOT NULL,
	"name" text NOT NULL,
	"step" bigint NOT NULL,
	"value" double precision NOT NULL,
	"attempt" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "series_point_task_id_name_step_pk" PRIMARY KEY("task_id","name","step")
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"project_id" bigint NOT NULL,
	"model_id" bigint,
	"created_by" bigint NOT NULL,
	"state" text NOT NULL,
	"desired" text DEFAULT 'run' NOT NULL,
	"recipe" text,
	"params" jsonb NOT NULL,
	"params_v" integer DEFAULT 1 NOT NULL,
	"snapshot_id" bigint,
	"version_id" bigint,
	"run" jsonb,
	"result" jsonb,
	"cause" jsonb,
	"progress" jsonb,
	"ordinal" double precision DEFAULT extract(epoch from clock_timestamp()) NOT NULL,
	"system_faults" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "role_permission" ADD CONSTRAINT "role_permission_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_message" ADD CONSTRAINT "socket_message_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_ticket" ADD CONSTRAINT "socket_ticket_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "op" ADD CONSTRAINT "op_image_id_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."image"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "op" ADD CONSTRAINT "op_actor_id_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shape" ADD CONSTRAINT "shape_image_id_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."image"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shape" ADD CONSTRAINT "shape_label_id_label_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."label"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shape" ADD CONSTRAINT "shape_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset" ADD CONSTRAINT "dataset_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset" ADD CONSTRAINT "dataset_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folder" ADD CONSTRAINT "folder_dataset_id_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folder" ADD CONSTRAINT "folder_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_folder_id_folder_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folder"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_dataset_id_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_sha256_blob_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blob"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_original_sha256_blob_sha256_fk" FOREIGN KEY ("original_sha256") REFERENCES "public"."blob"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label" ADD CONSTRAINT "label_dataset_id_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model" ADD CONSTRAINT "model_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model" ADD CONSTRAINT "model_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_manifest_sha256_blob_sha256_fk" FOREIGN KEY ("manifest_sha256") REFERENCES "public"."blob"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_image" ADD CONSTRAINT "snapshot_image_snapshot_id_snapshot_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshot"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_image" ADD CONSTRAINT "snapshot_image_image_id_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."image"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_image" ADD CONSTRAINT "snapshot_image_sha256_blob_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blob"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version" ADD CONSTRAINT "version_model_id_model_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."model"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version" ADD CONSTRAINT "version_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version" ADD CONSTRAINT "version_snapshot_id_snapshot_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_stage" ADD CONSTRAINT "version_stage_version_id_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_stage" ADD CONSTRAINT "version_stage_onnx_sha256_blob_sha256_fk" FOREIGN KEY ("onnx_sha256") REFERENCES "public"."blob"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_entry" ADD CONSTRAINT "online_entry_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_entry" ADD CONSTRAINT "online_entry_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_entry" ADD CONSTRAINT "online_entry_version_id_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."version"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_record" ADD CONSTRAINT "online_record_entry_id_online_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."online_entry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_record" ADD CONSTRAINT "online_record_sha256_blob_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blob"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prediction" ADD CONSTRAINT "prediction_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prediction" ADD CONSTRAINT "prediction_image_id_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."image"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_point" ADD CONSTRAINT "series_point_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_model_id_model_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."model"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_snapshot_id_snapshot_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_version_id_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."version"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_event" ADD CONSTRAINT "task_event_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "role_name" ON "role" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "socket_message_user" ON "socket_message" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_account" ON "user" USING btree (lower("account"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_phone" ON "user" USING btree ("phone") WHERE "user"."phone" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "op_id" ON "op" USING btree ("image_id","op_id");--> statement-breakpoint
CREATE INDEX "shape_label" ON "shape" USING btree ("label_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_name" ON "dataset" USING btree ("project_id",coalesce("model_id", 0),"role",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "folder_name" ON "folder" USING btree ("dataset_id",lower("name"));--> statement-breakpoint
CREATE INDEX "folder_project" ON "folder" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "image_folder" ON "image" USING btree ("folder_id","id");--> statement-breakpoint
CREATE INDEX "image_name_key" ON "image" USING btree ("folder_id","name_key","id");--> statement-breakpoint
CREATE INDEX "image_state" ON "image" USING btree ("folder_id","state","id");--> statement-breakpoint
CREATE INDEX "image_dataset" ON "image" USING btree ("dataset_id","id");--> statement-breakpoint
CREATE INDEX "image_project" ON "image" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "image_sha256" ON "image" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "image_name" ON "image" USING btree ("folder_id","name") WHERE "image"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "label_name" ON "label" USING btree ("dataset_id",lower("name")) WHERE "label"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "model_name" ON "model" USING btree ("project_id",lower("plan_name"),lower("function_name"));--> statement-breakpoint
CREATE INDEX "snapshot_image_image" ON "snapshot_image" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "version_number" ON "version" USING btree ("model_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "version_task" ON "version" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "online_name" ON "online_entry" USING btree ("owner_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "online_key" ON "online_entry" USING btree ("key_hash") WHERE "online_entry"."key_hash" is not null;--> statement-breakpoint
CREATE INDEX "online_record_entry" ON "online_record" USING btree ("entry_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_name" ON "project" USING btree ("owner_id","family",lower("name"));--> statement-breakpoint
CREATE INDEX "project_owner" ON "project" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "task_queue" ON "task" USING btree ("state","ordinal");--> statement-breakpoint
CREATE INDEX "task_model" ON "task" USING btree ("model_id","id");--> statement-breakpoint
CREATE INDEX "task_project" ON "task" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "task_snapshot" ON "task" USING btree ("snapshot_id");--> statement-breakpoint
CREATE INDEX "task_event_task" ON "task_event" USING btree ("task_id","id");